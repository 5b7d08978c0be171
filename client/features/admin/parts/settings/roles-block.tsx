import { type Column, DataTable } from '#client/ui/data-table.tsx';
import type { getGroups } from '#contract/badges.ts';
import type { ReplyOf } from '#contract/http.ts';
import { RoleBadge } from '../user-words.tsx';
import { SettingsBlock } from './settings-block.tsx';

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
    cell: ({ role }) => <RoleBadge role={role} />,
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
export const RolesBlock = ({ roles }: { roles: readonly RoleRow[] }) => (
  <SettingsBlock title="Roles" about="Everybody has one of these. It is changed where people are, under Users.">
    <div className="panel table-box overflow-hidden">
      <DataTable caption="Roles" columns={columns} rows={roles} rowKey={({ role }) => role} />
    </div>
  </SettingsBlock>
);
