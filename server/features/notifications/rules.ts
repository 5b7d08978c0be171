// Pure functions for notifications. No I/O.
import type { Notification, NotificationGroup, NotificationSetting } from '#contract/notifications/api.ts';
import { type NOTIFICATION_FILTERS, NOTIFICATION_LINE_CHARACTERS } from '#contract/notifications/limits.ts';
import type { AnyNotification, NotificationWords } from '#server/platform/notices/notification-kinds.ts';
import type { NotificationRow, SettingRow } from './queries.ts';

/** Titles of the groups in the settings. */
export const groupLabels: Record<NotificationGroup, string> = {
  uploads: 'Your uploads',
  replies: 'Replies and mentions',
  following: 'People and followers',
  requests: 'Requests',
  account: 'Your account',
  reports: 'Reports',
};

/** Collapses a text to one line and cuts it between words. */
export function shortLine(text: string, most = NOTIFICATION_LINE_CHARACTERS): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const characters = [...line];
  if (characters.length <= most) return line;
  const cut = characters.slice(0, most - 1).join('');
  return `${cut.replace(/\s\S{0,30}$/, '')}…`;
}

/** The words of a row; null if its data is from a version with other fields. */
export function wordsOf(row: Pick<NotificationRow, 'data' | 'actor'>, kind: AnyNotification): NotificationWords | null {
  const data = kind.data.safeParse(row.data);
  if (!data.success) return null;
  const { title, line, href } = kind.words(data.data, row.actor);
  return { title: shortLine(title), line: shortLine(line), href };
}

/** A row as the API returns it; null if it can't be shown. */
export function presentNotification(row: NotificationRow, kinds: readonly AnyNotification[]): Notification | null {
  const kind = kinds.find((known) => known.kind === row.kind);
  const words = kind ? wordsOf(row, kind) : null;
  if (!kind || !words) return null;
  const { id, createdAt, isRead } = row;
  return {
    id,
    kind: kind.kind,
    group: kind.group,
    icon: kind.icon,
    ...words,
    createdAt: createdAt.toISOString(),
    isRead,
  };
}

export function cursorOf({ createdAt, id }: Pick<NotificationRow, 'createdAt' | 'id'>): string {
  return `${createdAt.getTime()}-${id}`;
}

/** Parses a cursor, whose format the contract has already checked. */
export function readCursor(cursor: string): { at: Date; id: string } {
  const dash = cursor.indexOf('-');
  return { at: new Date(Number(cursor.slice(0, dash))), id: cursor.slice(dash + 1) };
}

/** Kinds that a filter of the list selects; null for all of them. */
export function kindsOf(
  filter: (typeof NOTIFICATION_FILTERS)[number],
  kinds: readonly AnyNotification[],
): readonly AnyNotification[] | null {
  return filter === 'replies' || filter === 'uploads' ? kinds.filter(({ group }) => group === filter) : null;
}

/** How a person is notified of a kind: as they have chosen, or the default. */
export function presentSetting(kind: AnyNotification, rows: readonly SettingRow[]): NotificationSetting {
  const { bell, email, digest } = rows.find((row) => row.kind === kind.kind) ?? kind.channels;
  return { kind: kind.kind, group: kind.group, label: kind.label, bell, email, digest };
}

/** A kind in the middle of a sentence: "new followers". */
export function inSentence({ label }: Pick<AnyNotification, 'label'>): string {
  return `${label[0]?.toLowerCase() ?? ''}${label.slice(1)}`;
}
