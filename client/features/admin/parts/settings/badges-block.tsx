import { useState } from 'react';
import { useServices } from '#client/kit/services.ts';
import { useAct } from '#client/kit/use-act.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import { type Column, DataTable } from '#client/ui/data-table.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { Message } from '#client/ui/message.tsx';
import type { BadgeRow } from '#contract/badges.ts';
import { BADGES_MAX } from '#contract/limits.ts';
import { deleteBadge } from '../../groups-api.ts';
import { ConfirmWindow } from './confirm-window.tsx';
import { SettingsBlock } from './settings-block.tsx';

const BadgeDialog = lazyPart(() => import('./badge-dialog.tsx').then((file) => file.BadgeDialog), {
  leave: ({ onClose }) => onClose(),
});

const thousands = new Intl.NumberFormat('en-US');
const peopleOf = (holders: number): string => (holders === 1 ? '1 person' : `${thousands.format(holders)} people`);

const columnsFor = (onEdit: (badge: BadgeRow) => void, onDelete: (badge: BadgeRow) => void): Column<BadgeRow>[] => [
  { key: 'name', header: 'Badge', isName: true, cell: ({ name, tone }) => <Badge tone={tone}>{name}</Badge> },
  {
    key: 'description',
    header: 'Description',
    cell: ({ description }) => <span className="wrap-anywhere">{description || 'None'}</span>,
  },
  { key: 'holders', header: 'Who has it', align: 'end', cell: ({ holders }) => peopleOf(holders) },
  {
    key: 'acts',
    header: 'Actions',
    hideHeader: true,
    align: 'end',
    cell: (badge) => (
      <span className="flex justify-end">
        <IconButton icon="edit" label={`Edit ${badge.name}`} size="sm" onClick={() => onEdit(badge)} />
        <IconButton icon="trash" label={`Delete ${badge.name}`} size="sm" onClick={() => onDelete(badge)} />
      </span>
    ),
  },
];

/** The badges that people can be given; PRO and Verified Creator come by themselves. */
export const BadgesBlock = ({
  badges,
  onChange,
}: {
  badges: readonly BadgeRow[];
  /** Asks for the list again. */
  onChange: () => Promise<unknown>;
}) => {
  const { transport } = useServices();
  const act = useAct();
  const [edited, setEdited] = useState<BadgeRow | 'new' | null>(null);
  const [doomed, setDoomed] = useState<BadgeRow | null>(null);
  const remove = async ({ name }: BadgeRow) => {
    const isGone = await act.run(() => deleteBadge(transport, { params: { name } }), `The badge ${name} is deleted.`);
    if (!isGone) return;
    setDoomed(null);
    await onChange();
  };
  return (
    <SettingsBlock
      title="Badges"
      about="Given to people under Users, and shown on their profiles. PRO and Verified Creator come by themselves."
      aside={
        <Button
          size="sm"
          disabled={badges.length >= BADGES_MAX}
          onClick={() => setEdited('new')}
          onFocus={BadgeDialog.preload}
        >
          <Icon name="plus" small />
          Add badge
        </Button>
      }
    >
      <div className="grid gap-3">
        {act.done && <Message tone="success">{act.done}</Message>}
        {badges.length === 0 ? (
          <p className="text-muted">No badges yet.</p>
        ) : (
          <div className="panel table-box overflow-hidden">
            <DataTable
              caption="Badges"
              columns={columnsFor(setEdited, setDoomed)}
              rows={badges}
              rowKey={({ name }) => name}
            />
          </div>
        )}
      </div>
      {edited && (
        <BadgeDialog
          badge={edited === 'new' ? null : edited}
          onSaved={() => {
            setEdited(null);
            void onChange();
          }}
          onClose={() => setEdited(null)}
        />
      )}
      {doomed && (
        <ConfirmWindow
          title={`Delete the badge ${doomed.name}?`}
          consequence={
            doomed.holders === 0
              ? 'Nobody has it.'
              : `It is taken from ${peopleOf(doomed.holders)} at once. This cannot be undone.`
          }
          action="Delete"
          isBusy={act.isBusy}
          failure={act.failure}
          onConfirm={() => void remove(doomed)}
          onClose={() => setDoomed(null)}
        />
      )}
    </SettingsBlock>
  );
};
