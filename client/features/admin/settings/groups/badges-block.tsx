import { deleteBadge } from '#client/features/admin/settings/groups-api.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { actsColumn, EditableBlock } from '#client/kit/settings/editable-block.tsx';
import { type Editing, useEditing } from '#client/kit/settings/use-editing.ts';
import { Badge } from '#client/ui/badge.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { type Column, DataTable } from '#client/ui/table/data-table.tsx';
import type { BadgeRow } from '#contract/admin/badges.ts';
import { BADGES_MAX } from '#contract/admin/limits.ts';

const BadgeDialog = lazyPart(() => import('./badge-dialog.tsx').then((file) => file.BadgeDialog), {
  leave: ({ onClose }) => onClose(),
});

const thousands = new Intl.NumberFormat('en-US');
const peopleOf = (holders: number): string => (holders === 1 ? '1 user' : `${thousands.format(holders)} users`);

const columnsFor = (editing: Editing<BadgeRow>): Column<BadgeRow>[] => [
  { key: 'name', header: 'Badge', isName: true, cell: ({ name, tone }) => <Badge tone={tone}>{name}</Badge> },
  {
    key: 'description',
    header: 'Description',
    cell: ({ description }) => <span className="wrap-anywhere">{description || 'None'}</span>,
  },
  { key: 'holders', header: 'Users', align: 'end', cell: ({ holders }) => peopleOf(holders) },
  actsColumn(({ name }) => name, editing),
];

/** Badges that administrators can give to users. PRO and Verified Creator are given automatically. */
export function BadgesBlock({ badges, onChange }: { badges: readonly BadgeRow[]; onChange: () => Promise<unknown> }) {
  const { transport } = useAppContext();
  const editing = useEditing<BadgeRow>(onChange);
  const remove = ({ name }: BadgeRow) =>
    editing.remove(() => deleteBadge(transport, { params: { name } }), `Badge ${name} deleted.`);
  return (
    <EditableBlock
      title="Badges"
      about="Shown on profiles. Assign them under Users. PRO and Verified Creator are added automatically."
      add="Add badge"
      isFull={badges.length >= BADGES_MAX}
      editing={editing}
      preload={BadgeDialog.preload}
      windowOf={(badge) => (
        <BadgeDialog
          badge={badge}
          onSaved={() => {
            editing.setEdited(null);
            void onChange();
          }}
          onClose={() => editing.setEdited(null)}
        />
      )}
      questionOf={({ name, holders }) => ({
        title: `Delete the badge ${name}?`,
        consequence:
          holders === 0
            ? 'No one has this badge.'
            : `The badge is removed from ${peopleOf(holders)} immediately. This cannot be undone.`,
      })}
      onDelete={(badge) => void remove(badge)}
    >
      {badges.length === 0 ? (
        <p className="text-muted">No badges yet. Add one, then assign it to users.</p>
      ) : (
        <div className="panel table-box overflow-hidden">
          <DataTable caption="Badges" columns={columnsFor(editing)} rows={badges} rowKey={({ name }) => name} />
        </div>
      )}
    </EditableBlock>
  );
}
