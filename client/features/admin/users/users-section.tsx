import { useState } from 'react';
import { useLocation } from 'react-router';
import { adminDay } from '#client/kit/admin/admin-labels.ts';
import { MoreIcon } from '#client/kit/admin/more-icon.tsx';
import type { PanelState } from '#client/kit/admin/panel-link.ts';
import { ExportLink, TablePanel, TableTools } from '#client/kit/admin/table-parts.tsx';
import { firstPage, useTable } from '#client/kit/admin/use-table.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { invalidateAll } from '#client/kit/data/query.ts';
import { useAuth } from '#client/kit/session.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import { IconButton } from '#client/ui/forms/icon-button.tsx';
import { Select } from '#client/ui/forms/select.tsx';
import { MenuButton } from '#client/ui/overlay/menu-button.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import type { Column } from '#client/ui/table/data-table.tsx';
import type { AdminUser } from '#contract/admin/users.ts';
import { actsOn, type OpenWindow } from './user-acts.ts';
import { ROLE_OPTIONS, USER_STATUS_OPTIONS, UserName, UserRoleBadge, UserStatus } from './user-labels.tsx';
import { UserWindowState } from './user-window-part.ts';
import { usersExport, usersRead } from './users-api.ts';

const RowActs = ({ user, onOpen }: { user: AdminUser; onOpen: (next: OpenWindow) => void }) => {
  const { session } = useAuth();
  const acts = actsOn(user, { isOwn: session.user?.id === user.id });
  const button = (kind: 'edit' | 'delete', icon: 'edit' | 'trash', label: string) =>
    acts.some((act) => act.kind === kind) && (
      <IconButton
        icon={icon}
        size="sm"
        label={`${label} ${user.username}`}
        onPointerEnter={UserWindowState.preload}
        onClick={() => onOpen({ kind, user })}
      />
    );
  return (
    <span className="inline-flex gap-1">
      {button('edit', 'edit', 'Edit')}
      {button('delete', 'trash', 'Delete')}
      <MenuButton
        label={`More actions for ${user.username}`}
        className="btn btn-quiet btn-sm btn-square"
        items={[
          { label: 'Details', icon: 'eye', onSelect: () => onOpen({ kind: 'detail', user }) },
          ...acts
            .filter(({ kind }) => kind !== 'edit' && kind !== 'delete')
            .map(({ kind, label, icon, danger }) => ({
              label,
              icon,
              ...(danger ? { danger } : {}),
              onSelect: () => onOpen({ kind, user }),
            })),
        ]}
      >
        <MoreIcon />
      </MenuButton>
    </span>
  );
};

/** The user list with all admin actions (specification, section 2; product.md AD-3). */
export function UsersSection() {
  const context = useAppContext();
  const { search = '' } = (useLocation().state as PanelState | null) ?? {};
  const table = useTable(usersRead, { ...firstPage({ role: '', status: '' }), search });
  const [window, setWindow] = useState<OpenWindow>(null);
  const [said, setSaid] = useState<string | null>(null);
  const open = (next: OpenWindow) => {
    if (next) setSaid(null);
    setWindow(next);
  };
  const { role, status } = table.state.filters;

  const columns: Column<AdminUser>[] = [
    {
      key: 'username',
      header: 'User',
      isName: true,
      sortable: true,
      cell: (user) => <UserName user={user} onOpen={() => open({ kind: 'detail', user })} />,
    },
    { key: 'email', header: 'Email', sortable: true, cell: ({ email }) => email },
    { key: 'role', header: 'Role', cell: ({ role: has }) => <UserRoleBadge role={has} /> },
    { key: 'status', header: 'Status', cell: (user) => <UserStatus status={user.status} /> },
    {
      key: 'createdAt',
      header: 'Joined',
      sortable: true,
      cell: ({ createdAt }) => <span className="whitespace-nowrap">{adminDay(createdAt)}</span>,
    },
    { key: 'uploads', header: 'Uploads', align: 'end', cell: ({ uploads }) => uploads },
    {
      key: 'acts',
      header: 'Actions',
      hideHeader: true,
      align: 'end',
      cell: (user) => <RowActs user={user} onOpen={open} />,
    },
  ];

  return (
    <>
      <PageTitle>Users</PageTitle>
      <div className="mt-5">
        <TableTools
          table={table}
          placeholder="Search users..."
          actions={
            <>
              <ExportLink href={usersExport(context.site.apiUrl, table.meant)} what="users" />
              <Button
                variant="solid"
                onPointerEnter={UserWindowState.preload}
                onFocus={UserWindowState.preload}
                onClick={() => open({ kind: 'add' })}
              >
                Add User
              </Button>
            </>
          }
        >
          <Select
            label="Role"
            hideLabel
            value={role}
            options={[{ value: '', label: 'All roles' }, ...ROLE_OPTIONS]}
            onValueChange={(value) => table.setFilter({ role: value })}
          />
          <Select
            label="Status"
            hideLabel
            value={status}
            options={[{ value: '', label: 'All statuses' }, ...USER_STATUS_OPTIONS]}
            onValueChange={(value) => table.setFilter({ status: value })}
          />
        </TableTools>
        {said && (
          <Message tone="success" className="mb-3">
            {said}
          </Message>
        )}
        <TablePanel
          table={table}
          caption="Users"
          columns={columns}
          rows={table.data?.users}
          rowKey={({ id }) => id}
          pagination={table.data?.pagination}
          empty="No users found."
        />
      </div>
      {window && (
        <UserWindowState
          open={window}
          onOpen={open}
          onDone={(sentence) => {
            setSaid(sentence);
            // Cached data about users is outdated, here and in other sections.
            invalidateAll(context);
            void table.reload();
          }}
        />
      )}
    </>
  );
}
