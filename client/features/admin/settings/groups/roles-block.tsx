import { UserRoleBadge } from '#client/features/admin/users/user-labels.tsx';
import { SettingsBlock } from '#client/kit/settings/settings-block.tsx';
import { type Column, DataTable } from '#client/ui/table/data-table.tsx';
import type { getGroups } from '#contract/admin/badges.ts';
import type { ReplyOf } from '#contract/http.ts';

export type RoleRow = ReplyOf<typeof getGroups>['roles'][number];

/** What each role may do (specification, section 6). */
const RIGHTS: Record<RoleRow['role'], string> = {
  USER: 'Browse, like, save, follow; free downloads by the ad page.',
  PREMIUM: 'All that users may; premium downloads, all of them without advertisements.',
  LEAKER: 'All that users may; upload resources and look after them.',
  ADMIN: 'Everything, with this administration.',
};

const thousands = new Intl.NumberFormat('en-US');

const columns: Column<RoleRow>[] = [
  {
    key: 'role',
    header: 'Role',
    isName: true,
    cell: ({ role }) => <UserRoleBadge role={role} />,
  },
  {
    key: 'people',
    header: 'People',
    align: 'end',
    cell: ({ people }) => <span className="mono">{thousands.format(people)}</span>,
  },
  { key: 'rights', header: 'May', cell: ({ role }) => RIGHTS[role] },
];

/** The four roles, which are given to people one by one. */
export function RolesBlock({ roles }: { roles: readonly RoleRow[] }) {
  return (
    <SettingsBlock title="Roles" about="Everybody has one of these. It is changed where people are, under Users.">
      <div className="panel table-box overflow-hidden">
        <DataTable caption="Roles" columns={columns} rows={roles} rowKey={({ role }) => role} />
      </div>
    </SettingsBlock>
  );
}
