import { adminTime } from '#client/kit/admin/admin-labels.ts';
import { TablePanel } from '#client/kit/admin/table-parts.tsx';
import { firstPage, useTable } from '#client/kit/admin/use-table.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { read } from '#client/kit/data/query.ts';
import { actsColumn, EditableBlock } from '#client/kit/settings/editable-block.tsx';
import { type Editing, useEditing } from '#client/kit/settings/use-editing.ts';
import { refreshSite } from '#client/kit/site.ts';
import { Badge, type Tone } from '#client/ui/badge.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import type { Column } from '#client/ui/table/data-table.tsx';
import type { AdminAnnouncement } from '#contract/content/announcements.ts';
import { ANNOUNCEMENTS_MAX } from '#contract/content/limits.ts';
import { deleteAnnouncement, listAnnouncements, patchAnnouncement } from './announcements-api.ts';

const announcementsRead = read(listAnnouncements, {});

const AnnouncementDialog = lazyPart(() => import('./announcement-dialog.tsx').then((file) => file.AnnouncementDialog), {
  leave: ({ onClose }) => onClose(),
});

const STATES: Record<AdminAnnouncement['state'], { tone: Tone; word: string }> = {
  running: { tone: 'muted', word: 'Hidden by a newer one' },
  scheduled: { tone: 'daylight', word: 'Scheduled' },
  over: { tone: 'muted', word: 'Ended' },
  paused: { tone: 'muted', word: 'Paused' },
};

const State = ({ state, isShown }: AdminAnnouncement) => (
  <span>
    <Badge tone={isShown ? 'scope' : STATES[state].tone}>{isShown ? 'Shown now' : STATES[state].word}</Badge>
  </span>
);

const columnsFor = (
  editing: Editing<AdminAnnouncement>,
  onPause: (one: AdminAnnouncement) => void,
): Column<AdminAnnouncement>[] => [
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
  actsColumn(({ text }) => text, editing, { isActive: ({ active }) => active, onPause }),
];

/** All announcements, ordered by time. Active ones are shown on every page (product.md AD-7). */
export function AnnouncementsBlock() {
  const context = useAppContext();
  const { transport } = context;
  const table = useTable(() => announcementsRead, firstPage({}));

  // Reloads the list, and the announcement bar in this window.
  const again = async (): Promise<void> => {
    await table.reload();
    await refreshSite(context).catch(() => null);
  };
  const editing = useEditing<AdminAnnouncement>(again);
  const pause = ({ id, active }: AdminAnnouncement) =>
    editing.act.run(async () => {
      await patchAnnouncement(transport, { params: { id }, body: { active: !active } });
      await again();
    });
  const remove = ({ id }: AdminAnnouncement) =>
    editing.remove(() => deleteAnnouncement(transport, { params: { id } }), 'Announcement deleted.');

  return (
    <EditableBlock
      title="Announcements"
      about="Shown below the header of every page until a visitor closes it. If several are active, the one that started last is shown."
      add="Add announcement"
      isFull={(table.data?.length ?? 0) >= ANNOUNCEMENTS_MAX}
      editing={editing}
      preload={AnnouncementDialog.preload}
      windowOf={(announcement) => (
        <AnnouncementDialog
          announcement={announcement}
          onSaved={() => {
            editing.setEdited(null);
            void again();
          }}
          onClose={() => editing.setEdited(null)}
        />
      )}
      questionOf={({ text }) => ({
        title: 'Delete this announcement?',
        consequence: `This removes '${text}' from all pages immediately. This cannot be undone.`,
      })}
      onDelete={(one) => void remove(one)}
    >
      <TablePanel
        table={table}
        caption="Announcements"
        columns={columnsFor(editing, (one) => void pause(one))}
        rows={table.data}
        rowKey={({ id }) => id}
        pagination={undefined}
        empty="No announcements yet."
      />
    </EditableBlock>
  );
}
