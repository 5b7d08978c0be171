import { useEffect, useRef, useState } from 'react';
import { endOneSession, endOtherSessions } from '#client/features/accounts/security/api.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { useAct } from '#client/kit/data/use-act.ts';
import { Ago } from '#client/kit/text/ago.tsx';
import { formatDay } from '#client/kit/text/format-date.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import type { listSessions } from '#contract/accounts/security.ts';
import { HOUR_MS } from '#contract/durations.ts';
import type { ReplyOf } from '#contract/http.ts';
import { ActMessages } from './act-messages.tsx';
import { AccountSettingsSection } from './settings-section.tsx';

type Session = ReplyOf<typeof listSessions>[number];

/** The server updates the time of last use only once an hour, so showing it more precisely would be wrong. */
const LastUsed = ({ time }: { time: string }) => {
  const [isRecent, setRecent] = useState(false);
  useEffect(() => setRecent(Date.now() - new Date(time).getTime() < HOUR_MS), [time]);
  return isRecent ? (
    <>Last used less than an hour ago</>
  ) : (
    <>
      Last used <Ago time={time} />
    </>
  );
};

/** The user's sessions, with buttons to end them (product.md ID-9). */
export function SessionsSection({ sessions, onChange }: { sessions: Session[]; onChange: () => Promise<unknown> }) {
  const { transport } = useAppContext();
  const act = useAct();
  const list = useRef<HTMLUListElement>(null);
  const others = sessions.filter(({ isCurrent }) => !isCurrent);
  const end = ({ id, device }: Session) =>
    act.run(async () => {
      await endOneSession(transport, { params: { id } });
      await onChange();
      // Focus the list, because the clicked button was removed together with its row.
      list.current?.focus();
    }, `Logged out: ${device}.`);
  const endOthers = () =>
    act.run(async () => {
      await endOtherSessions(transport, {});
      await onChange();
      list.current?.focus();
    }, 'You have been logged out everywhere else.');
  return (
    <AccountSettingsSection
      id="sessions"
      about="Don't recognise a session? Log out of it, then change your password."
      aside={
        others.length > 0 && (
          <Button size="sm" busy={act.isBusy} onClick={endOthers}>
            Log out everywhere else
          </Button>
        )
      }
    >
      <ActMessages act={act} className="mb-4" />
      <ul ref={list} tabIndex={-1} aria-label="Where you are logged in" className="border-t border-line">
        {sessions.map((session) => (
          <li key={session.id} className="flex items-center gap-3.5 border-b border-line py-3">
            <Icon name="monitor" className="text-muted" />
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-2 font-semibold">
                {session.device}
                {session.isCurrent && <Badge tone="scope">This browser</Badge>}
              </p>
              <p className="text-sm text-muted">
                {session.isCurrent ? 'In use now' : <LastUsed time={session.lastSeenAt} />}, logged in on{' '}
                {formatDay(session.createdAt)}
              </p>
            </div>
            {!session.isCurrent && (
              <Button
                size="sm"
                variant="quiet"
                idle={act.isBusy}
                onClick={() => end(session)}
                aria-label={`Log out ${session.device}`}
              >
                Log out
              </Button>
            )}
          </li>
        ))}
      </ul>
    </AccountSettingsSection>
  );
}
