import { UserRoleBadge } from '#client/features/admin/users/user-labels.tsx';
import { SettingsBlock } from '#client/kit/settings/settings-block.tsx';
import { type Column, DataTable } from '#client/ui/table/data-table.tsx';
import type { getGroups } from '#contract/admin/badges.ts';
import type { ReplyOf } from '#contract/http.ts';

export type RoleRow = ReplyOf<typeof getGroups>['roles'][number];

/** What each role is allowed to do (specification, section 6). */
const RIGHTS: Record<RoleRow['role'], string> = {
  USER: 'Browse, like, save and follow, plus free downloads with ads.',
  PREMIUM: 'Everything users can do, plus Premium downloads and no ads.',
  LEAKER: 'Everything users can do, plus uploading and managing assets.',
  ADMIN: 'Everything, including the admin panel.',
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
    header: 'Users',
    align: 'end',
    cell: ({ people }) => <span className="mono">{thousands.format(people)}</span>,
  },
  { key: 'rights', header: 'Permissions', cell: ({ role }) => RIGHTS[role] },
];

/** The four roles. They are assigned to each user individually, in the user list. */
export function RolesBlock({ roles }: { roles: readonly RoleRow[] }) {
  return (
    <SettingsBlock title="Roles" about="Every user has one of these roles. Change a user's role under Users.">
      <div className="panel table-box overflow-hidden">
        <DataTable caption="Roles" columns={columns} rows={roles} rowKey={({ role }) => role} />
      </div>
    </SettingsBlock>
  );
}
