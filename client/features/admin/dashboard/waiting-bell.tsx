import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { DropPanel } from '#client/features/admin/components/drop-panel.tsx';
import type { PanelState } from '#client/kit/admin/panel-link.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { load, reload, useLoaded } from '#client/kit/data/query.ts';
import { Ago } from '#client/kit/text/ago.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import { Icon, type IconName } from '#client/ui/icon.tsx';
import type { Waiting } from '#contract/admin/dashboard.ts';
import { waitingRead } from './dashboard-api.ts';

type Queue = { key: keyof Waiting; icon: IconName; one: string; many: string; to: string; state: PanelState | null };

const queues: Queue[] = [
  {
    key: 'applications',
    icon: 'star',
    one: 'leaker application',
    many: 'leaker applications',
    to: '/admin',
    state: { section: 'leakers' },
  },
  { key: 'uploads', icon: 'upload', one: 'upload', many: 'uploads', to: '/admin', state: { section: 'uploads' } },
  { key: 'reports', icon: 'flag', one: 'report', many: 'reports', to: '/admin/reports', state: null },
  { key: 'requests', icon: 'search', one: 'request', many: 'requests', to: '/admin/requests', state: null },
];

/** How often the counts are refreshed while a page stays open. */
const RECHECK_MS = 60_000;

/** Items waiting for a decision, loaded on every navigation and once a minute. */
export function useWaiting(): { waiting: Waiting | undefined; failed: boolean; ask: () => void } {
  const context = useAppContext();
  const { key } = useLocation();
  const [failed, setFailed] = useState(false);
  const settle = (asking: Promise<unknown>): void =>
    void asking.then(
      () => setFailed(false),
      () => setFailed(true),
    );
  // biome-ignore lint/correctness/useExhaustiveDependencies: reload on every navigation
  useEffect(() => {
    settle(load(context, waitingRead));
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') settle(reload(context, waitingRead));
    }, RECHECK_MS);
    return () => clearInterval(timer);
  }, [context, key]);
  return { waiting: useLoaded(waitingRead), failed, ask: () => settle(reload(context, waitingRead)) };
}

/** The notification bell: for each kind of item waiting for a decision, shows the number of items and the age of the oldest. */
export function WaitingBell({ waiting, failed, ask }: ReturnType<typeof useWaiting>) {
  const open = queues.filter(({ key }) => (waiting?.[key].count ?? 0) > 0);
  const count = open.reduce((sum, { key }) => sum + (waiting?.[key].count ?? 0), 0);
  return (
    <DropPanel
      icon="bell"
      label={count > 0 ? `Notifications, ${count} waiting` : 'Notifications'}
      count={count}
      onOpen={ask}
    >
      {(close) => (
        <div className="p-2">
          {failed && (
            <div role="alert" className="grid gap-3 p-3">
              <p>Pending items could not be loaded.</p>
              <Button size="sm" onClick={ask}>
                Try again
              </Button>
            </div>
          )}
          {!failed && open.length === 0 && (
            <p className="p-3 text-muted">{waiting ? 'Nothing to review right now.' : 'Loading'}</p>
          )}
          {!failed && (
            <ul>
              {open.map(({ key, icon, one, many, to, state }) => {
                const { count: number, oldest } = waiting?.[key] ?? { count: 0, oldest: null };
                return (
                  <li key={key}>
                    <Link to={to} state={state} className="admin-hit" onClick={close}>
                      <Icon name={icon} />
                      <span className="min-w-0">
                        {number} {number === 1 ? one : many}
                        {oldest && (
                          <span className="block text-sm text-muted">
                            oldest: <Ago time={oldest} />
                          </span>
                        )}
                      </span>
                    </Link>
                  </li>
                );
              })}
            </ul>
          )}
        </div>
      )}
    </DropPanel>
  );
}
