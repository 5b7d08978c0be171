import { type NotificationFilter, notificationsPath } from './addresses.ts';

/** Largest count that is shown as a number. */
const COUNT_SHOWN_MAX = 99;

/** "3", or "99+" for more than 99. */
export function unreadLabel(unread: number): string {
  return unread > COUNT_SHOWN_MAX ? `${COUNT_SHOWN_MAX}+` : String(unread);
}

/** Accessible name of the bell. */
export function bellLabel(unread: number): string {
  if (unread === 0) return 'Notifications';
  return unread > COUNT_SHOWN_MAX
    ? `Notifications, more than ${COUNT_SHOWN_MAX} unread`
    : `Notifications, ${unread} unread`;
}

/** Filters in order, with the label of their chips. */
export function filterChips(unread: number): { filter: NotificationFilter; label: string; to: string }[] {
  const chip = (filter: NotificationFilter, label: string) => ({ filter, label, to: notificationsPath(filter) });
  return [
    chip('all', 'All'),
    chip('unread', unread > 0 ? `Unread ${unreadLabel(unread)}` : 'Unread'),
    chip('replies', 'Replies'),
    chip('uploads', 'My uploads'),
  ];
}

/** What an empty list says. */
export const emptyTexts: Record<NotificationFilter, { title: string; text: string }> = {
  all: {
    title: 'You have no notifications yet',
    text: 'Reply to a thread, follow a creator or request an asset. What happens next will show up here.',
  },
  unread: { title: 'Nothing unread', text: 'New notifications will show up here until you open them.' },
  replies: {
    title: 'No replies yet',
    text: 'Replies to your posts, and posts that mention you, will show up here.',
  },
  uploads: {
    title: 'Nothing about your uploads yet',
    text: 'After you submit an asset, our decision will show up here.',
  },
};
