import { useState } from 'react';
import { read } from '#client/kit/query.ts';
import { useServices } from '#client/kit/services.ts';
import { refreshSite } from '#client/kit/site.ts';
import { useAct } from '#client/kit/use-act.ts';
import { Badge, type Tone } from '#client/ui/badge.tsx';
import { Button } from '#client/ui/button.tsx';
import type { Column } from '#client/ui/data-table.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { IconButton } from '#client/ui/icon-button.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { Message } from '#client/ui/message.tsx';
import type { AdminAnnouncement } from '#contract/ads.ts';
import { ANNOUNCEMENTS_MAX } from '#contract/limits.ts';
import { deleteAnnouncement, listAnnouncements, patchAnnouncement } from '../../ads-api.ts';
import { adminTime } from '../admin-words.ts';
import { TablePanel } from '../table-parts.tsx';
import { firstPage, useTable } from '../use-table.ts';
import { ConfirmWindow } from './confirm-window.tsx';
import { SettingsBlock } from './settings-block.tsx';

const announcementsRead = read(listAnnouncements, {});

const AnnouncementDialog = lazyPart(() => import('./announcement-dialog.tsx').then((file) => file.AnnouncementDialog), {
  leave: ({ onClose }) => onClose(),
});

const STATES: Record<AdminAnnouncement['state'], { tone: Tone; word: string }> = {
  running: { tone: 'muted', word: 'Behind a newer one' },
  scheduled: { tone: 'daylight', word: 'Scheduled' },
  over: { tone: 'muted', word: 'Over' },
  paused: { tone: 'muted', word: 'Paused' },
};

const State = ({ state, isShown }: AdminAnnouncement) => (
  <span>
    <Badge tone={isShown ? 'scope' : STATES[state].tone}>{isShown ? 'Shown now' : STATES[state].word}</Badge>
  </span>
);

type Buttons = {
  isBusy: boolean;
  onEdit(one: AdminAnnouncement): void;
  onPause(one: AdminAnnouncement): void;
  onDelete(one: AdminAnnouncement): void;
};

const columnsFor = ({ isBusy, onEdit, onPause, onDelete }: Buttons): Column<AdminAnnouncement>[] => [
  {
    key: 'text',
    header: 'Announcement',
    isName: true,
    cell: ({ text, link }) => (
      <span className="block min-w-0">
        <span className="block font-semibold wrap-anywhere">{text}</span>
        {link && <span className="block text-sm font-normal text-muted wrap-anywhere">{link}</span>}
      </span>
    ),
  },
  { key: 'state', header: 'State', cell: State },
  { key: 'from', header: 'From (UTC)', cell: ({ startsAt }) => adminTime(startsAt) },
  { key: 'to', header: 'To (UTC)', cell: ({ endsAt }) => (endsAt ? adminTime(endsAt) : 'No end') },
  {
    key: 'acts',
    header: 'Actions',
    hideHeader: true,
    align: 'end',
    cell: (one) => (
      <span className="flex justify-end">
        <IconButton icon="edit" label={`Edit ${one.text}`} size="sm" onClick={() => onEdit(one)} />
        <IconButton
          icon={one.active ? 'pause' : 'play'}
          label={`${one.active ? 'Pause' : 'Resume'} ${one.text}`}
          size="sm"
          disabled={isBusy}
          onClick={() => onPause(one)}
        />
        <IconButton icon="trash" label={`Delete ${one.text}`} size="sm" onClick={() => onDelete(one)} />
      </span>
    ),
  },
];

/** What is announced on all pages, by time (product.md AD-7). */
export const AnnouncementsBlock = () => {
  const services = useServices();
  const { transport } = services;
  const table = useTable(() => announcementsRead, firstPage({}));
  const act = useAct();
  const [edited, setEdited] = useState<AdminAnnouncement | 'new' | null>(null);
  const [doomed, setDoomed] = useState<AdminAnnouncement | null>(null);

  /** The list, and the line on the pages of this window. */
  const again = async (): Promise<void> => {
    await table.reload();
    await refreshSite(services).catch(() => null);
  };
  const pause = ({ id, active }: AdminAnnouncement) =>
    act.run(async () => {
      await patchAnnouncement(transport, { params: { id }, body: { active: !active } });
      await again();
    });
  const remove = async ({ id }: AdminAnnouncement) => {
    const isGone = await act.run(
      () => deleteAnnouncement(transport, { params: { id } }),
      'The announcement is deleted.',
    );
    if (!isGone) return;
    setDoomed(null);
    await again();
  };

  return (
    <SettingsBlock
      title="Announcements"
      about="One line under the header of all pages, until a reader closes it. Of several that run, the latest start is shown."
      aside={
        <Button
          size="sm"
          disabled={(table.data?.length ?? 0) >= ANNOUNCEMENTS_MAX}
          onClick={() => setEdited('new')}
          onFocus={AnnouncementDialog.preload}
        >
          <Icon name="plus" small />
          Add announcement
        </Button>
      }
    >
      <div className="grid gap-3">
        {act.failure && !doomed && <Message tone="error">{act.failure}</Message>}
        {act.done && <Message tone="success">{act.done}</Message>}
        <TablePanel
          table={table}
          caption="Announcements"
          columns={columnsFor({
            isBusy: act.isBusy,
            onEdit: setEdited,
            onPause: (one) => void pause(one),
            onDelete: setDoomed,
          })}
          rows={table.data}
          rowKey={({ id }) => id}
          pagination={undefined}
          empty="Nothing is announced."
        />
      </div>
      {edited && (
        <AnnouncementDialog
          announcement={edited === 'new' ? null : edited}
          onSaved={() => {
            setEdited(null);
            void again();
          }}
          onClose={() => setEdited(null)}
        />
      )}
      {doomed && (
        <ConfirmWindow
          title="Delete this announcement?"
          consequence={`'${doomed.text}' goes from all pages at once. This cannot be undone.`}
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
