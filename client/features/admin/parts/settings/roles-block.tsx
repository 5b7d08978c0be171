import { Badge, type Tone } from '#client/ui/badge.tsx';
import { type Column, DataTable } from '#client/ui/data-table.tsx';
import type { getGroups } from '#contract/badges.ts';
import type { ReplyOf } from '#contract/http.ts';
import { SettingsBlock } from './settings-block.tsx';

export type RoleRow = ReplyOf<typeof getGroups>['roles'][number];

/** What each role may do (specification, section 6). */
const RIGHTS: Record<RoleRow['role'], { tone: Tone; rights: string }> = {
  USER: { tone: 'muted', rights: 'Browse, like, save, follow; free downloads by the ad page.' },
  PREMIUM: { tone: 'tungsten', rights: 'All that users may; premium downloads, all of them without advertisements.' },
  LEAKER: { tone: 'tally', rights: 'All that users may; upload resources and look after them.' },
  ADMIN: { tone: 'daylight', rights: 'Everything, with this administration.' },
};

const thousands = new Intl.NumberFormat('en-US');

const columns: Column<RoleRow>[] = [
  {
    key: 'role',
    header: 'Role',
    isName: true,
    cell: ({ role }) => <Badge tone={RIGHTS[role].tone}>{role}</Badge>,
  },
  {
    key: 'people',
    header: 'People',
    align: 'end',
    cell: ({ people }) => <span className="mono">{thousands.format(people)}</span>,
  },
  { key: 'rights', header: 'May', cell: ({ role }) => RIGHTS[role].rights },
];

/** The four roles, which are given to people one by one. */
export const RolesBlock = ({ roles }: { roles: readonly RoleRow[] }) => (
  <SettingsBlock title="Roles" about="Everybody has one of these. It is changed where people are, under Users.">
    <div className="panel table-box overflow-hidden">
      <DataTable caption="Roles" columns={columns} rows={roles} rowKey={({ role }) => role} />
    </div>
  </SettingsBlock>
);
