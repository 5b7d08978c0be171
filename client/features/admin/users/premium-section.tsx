import { useState } from 'react';
import { useLocation } from 'react-router';
import { adminDay } from '#client/kit/admin/admin-labels.ts';
import type { PanelState } from '#client/kit/admin/panel-link.ts';
import { ExportLink, TablePanel, TableTools } from '#client/kit/admin/table-parts.tsx';
import { firstPage, useTable } from '#client/kit/admin/use-table.ts';
import { withConfirmation } from '#client/kit/confirmation.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { CallError } from '#client/kit/data/call.ts';
import { invalidateAll } from '#client/kit/data/query.ts';
import { Badge } from '#client/ui/badge.tsx';
import { classNames } from '#client/ui/class-names.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import type { Column } from '#client/ui/table/data-table.tsx';
import type { AdminUser } from '#contract/admin/users.ts';
import type { OpenWindow } from './user-acts.ts';
import { UserName, UserRoleBadge } from './user-labels.tsx';
import { UserWindowState } from './user-window-part.ts';
import { setUserPremium, usersExport, usersRead } from './users-api.ts';

/** Shows ACTIVE or INACTIVE; clicking it switches between them. Premium granted through Patreon cannot be ended here. */
const Toggle = ({ user, isBusy, onToggle }: { user: AdminUser; isBusy: boolean; onToggle: () => void }) => (
  <Button
    size="sm"
    variant="quiet"
    idle={isBusy}
    aria-pressed={user.isPremium}
    aria-label={`Premium for ${user.username}: ${user.isPremium ? 'ACTIVE' : 'INACTIVE'}`}
    onClick={onToggle}
  >
    <span className={classNames('size-2 rounded-full', user.isPremium ? 'bg-tungsten' : 'border border-line-strong')} />
    {user.isPremium ? 'ACTIVE' : 'INACTIVE'}
  </Button>
);

/** All Premium users, ordered by when their Premium started (specification, section 2; product.md AD-6). */
export function PremiumSection() {
  const context = useAppContext();
  const { search = '' } = (useLocation().state as PanelState | null) ?? {};
  const table = useTable(usersRead, { ...firstPage({ premium: 'true' }), search });
  const [window, setWindow] = useState<OpenWindow>(null);
  const [told, setTold] = useState<{ tone: 'success' | 'error'; text: string } | null>(null);
  const [busyId, setBusyId] = useState<string | null>(null);
  // Users changed on this page stay in the list, so that an accidental change can be reversed.
  const [changed, setChanged] = useState<ReadonlyMap<string, AdminUser>>(new Map());
  const rows = table.data?.users.map((user) => changed.get(user.id) ?? user);

  const toggle = async (user: AdminUser) => {
    setBusyId(user.id);
    setTold(null);
    try {
      const body = { isPremium: !user.isPremium };
      const change = () => setUserPremium(context.transport, { params: { id: user.id }, body });
      const now = await withConfirmation(change, `change Premium for ${user.username}`);
      setChanged((before) => new Map(before).set(user.id, now));
      invalidateAll(context);
      const stays = user.isPremium && now.isPremium;
      setTold({
        tone: 'success',
        text: stays
          ? `${user.username} still has Premium through Patreon.`
          : `${user.username} ${now.isPremium ? 'now has Premium' : 'no longer has Premium'}.`,
      });
    } catch (error) {
      const text = error instanceof CallError ? error.message : 'Failed to update premium status';
      setTold({ tone: 'error', text });
    } finally {
      setBusyId(null);
    }
  };

  const columns: Column<AdminUser>[] = [
    {
      key: 'username',
      header: 'User',
      isName: true,
      cell: (user) => <UserName user={user} onOpen={() => setWindow({ kind: 'detail', user })} />,
    },
    {
      key: 'email',
      header: 'Email',
      cell: ({ email }) => email,
    },
    { key: 'role', header: 'Role', cell: ({ role }) => <UserRoleBadge role={role} /> },
    {
      key: 'patreon',
      header: 'Patreon',
      cell: ({ patreonUsername }) => (
        <span className="text-muted">
          {patreonUsername ? <Badge tone="clip">{patreonUsername}</Badge> : 'Not linked'}
        </span>
      ),
    },
    {
      key: 'premiumSince',
      header: 'Premium Since',
      cell: ({ premiumSince, premiumUntil }) => (
        <span className="whitespace-nowrap">
          {adminDay(premiumSince)}
          {premiumUntil && <span className="block text-sm text-muted">until {adminDay(premiumUntil)}</span>}
        </span>
      ),
    },
    {
      key: 'status',
      header: 'Status',
      cell: (user) => (
        <span>
          <Toggle user={user} isBusy={busyId === user.id} onToggle={() => void toggle(user)} />
        </span>
      ),
    },
  ];

  const renew = () => {
    setChanged(new Map());
    invalidateAll(context);
    void table.reload();
  };
  return (
    <>
      <PageTitle>Premium Users</PageTitle>
      <div className="mt-5">
        <TableTools
          table={table}
          placeholder="Search premium users..."
          actions={
            <>
              <ExportLink href={usersExport(context.site.apiUrl, table.meant)} what="premium users" />
              <Button
                variant="solid"
                onPointerEnter={UserWindowState.preload}
                onFocus={UserWindowState.preload}
                onClick={() => {
                  setTold(null);
                  setWindow({ kind: 'grant' });
                }}
              >
                Give Premium
              </Button>
            </>
          }
        />
        {told && (
          <Message tone={told.tone} className="mb-3">
            {told.text}
          </Message>
        )}
        <TablePanel
          table={table}
          caption="Premium users"
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          pagination={table.data?.pagination}
          empty="No premium users found."
        />
      </div>
      {window && (
        <UserWindowState
          open={window}
          onOpen={setWindow}
          onDone={(text) => {
            setTold({ tone: 'success', text });
            renew();
          }}
        />
      )}
    </>
  );
}
