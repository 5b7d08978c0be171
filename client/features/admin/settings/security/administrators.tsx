import { useState } from 'react';
import { ActMessages } from '#client/features/accounts/settings/components/act-messages.tsx';
import { administratorsRead, endAdminSessions } from '#client/features/admin/settings/settings-api.ts';
import { adminTime } from '#client/kit/admin/admin-labels.ts';
import { withConfirmation } from '#client/kit/confirmation.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { reload } from '#client/kit/data/query.ts';
import { sentenceOf } from '#client/kit/form.tsx';
import { useAuth } from '#client/kit/session.tsx';
import { Loaded } from '#client/kit/settings/loaded.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { type Column, DataTable } from '#client/ui/table/data-table.tsx';
import type { listAdministrators } from '#contract/admin/settings.ts';
import type { ReplyOf } from '#contract/http.ts';

const LazyDialog = lazyPart(() => import('#client/ui/overlay/dialog.tsx').then((file) => file.Dialog), {
  leave: ({ onOpenChange }) => onOpenChange(false),
});

type Administrator = ReplyOf<typeof listAdministrators>[number];

const columnsFor = (ownId: string | undefined): Column<Administrator>[] => [
  {
    key: 'username',
    header: 'Administrator',
    isName: true,
    cell: ({ id, username, email }) => (
      <>
        <span className="block font-semibold">
          {username}
          {id === ownId && ' (you)'}
        </span>
        <span className="block text-sm font-normal text-muted wrap-anywhere">{email}</span>
      </>
    ),
  },
  {
    key: 'twoFactor',
    header: 'Two-factor',
    cell: ({ twoFactorEnabled }) => (
      <span>{twoFactorEnabled ? <Badge tone="scope">On</Badge> : <Badge tone="tungsten">Off</Badge>}</span>
    ),
  },
  { key: 'sessions', header: 'Sessions', align: 'end', cell: ({ sessions }) => sessions },
  { key: 'seen', header: 'Last seen', cell: ({ lastSeenAt }) => (lastSeenAt ? adminTime(lastSeenAt) : 'N/A') },
];

/** All administrators, and a button that ends all sessions except the current one. */
export function Administrators() {
  const context = useAppContext();
  const { session } = useAuth();
  const [isAsked, setAsked] = useState(false);
  const [told, setTold] = useState<{ failure: string | null; done: string | null }>({ failure: null, done: null });
  const [isBusy, setBusy] = useState(false);
  const end = async () => {
    setAsked(false);
    setBusy(true);
    setTold({ failure: null, done: null });
    try {
      const { ended } = await withConfirmation(
        () => endAdminSessions(context.transport, {}),
        'log out the other administrators',
      );
      setTold({ failure: null, done: ended === 1 ? '1 session ended.' : `${ended} sessions ended.` });
      await reload(context, administratorsRead);
    } catch (error) {
      setTold({ failure: sentenceOf(error), done: null });
    } finally {
      setBusy(false);
    }
  };
  return (
    <section aria-labelledby="administrators">
      <Panel flush>
        <div className="flex flex-wrap items-center justify-between gap-3 p-5 md:px-7">
          <h2 id="administrators" className="display text-h3">
            Administrators
          </h2>
          <Button variant="danger" busy={isBusy} onClick={() => setAsked(true)}>
            End all other sessions
          </Button>
        </div>
        <ActMessages act={told} className="mx-5 mb-4 md:mx-7" />
        <Loaded of={administratorsRead}>
          {(rows) => (
            <div className="table-box">
              <DataTable
                caption="Administrators"
                columns={columnsFor(session.user?.id)}
                rows={rows}
                rowKey={({ id }) => id}
              />
            </div>
          )}
        </Loaded>
      </Panel>
      {isAsked && (
        <LazyDialog
          open
          onOpenChange={(open) => open || setAsked(false)}
          title="End all other sessions?"
          description="This logs out every administrator everywhere, except you in this browser."
          actions={
            <>
              <Button onClick={() => setAsked(false)}>Cancel</Button>
              <Button variant="danger" onClick={() => void end()}>
                End sessions
              </Button>
            </>
          }
        />
      )}
    </section>
  );
}
