import type { MouseEvent } from 'react';
import { Link } from 'react-router';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { formatDay } from '#client/kit/text/format-date.ts';
import { Icon, type IconName, type IconPath } from '#client/ui/icon.tsx';
import type { Notification } from '#contract/notifications/api.ts';
import { formatAge } from './age.ts';
import { openNotification } from './lists.ts';

const BUBBLE: IconPath = 'M4 4h16v12H9.5L5.5 20v-4H4Z';

const looks: Record<Notification['icon'], [icon: IconName | IconPath, colour: string]> = {
  upload: ['upload', 'c-scope'],
  reply: [BUBBLE, 'c-daylight'],
  check: ['check', 'c-scope'],
  close: ['close', 'c-clip'],
  refresh: ['refresh', 'c-tungsten'],
  user: ['user', 'c-iris'],
  flag: ['flag', 'c-muted'],
};

/** A notification. The whole row is its link, which marks it as read. `onOpen` is called if the link opens in this window. */
export function NotificationRow({
  notification,
  now,
  onOpen,
}: {
  notification: Notification;
  now: number | undefined;
  onOpen?: (() => void) | undefined;
}) {
  const context = useAppContext();
  const { icon, title, line, href, createdAt, isRead } = notification;
  const [picture, colour] = looks[icon];
  const open = ({ ctrlKey, metaKey, shiftKey, button }: MouseEvent): void => {
    void openNotification(context, notification);
    if (button === 0 && !ctrlKey && !metaKey && !shiftKey) onOpen?.();
  };
  return (
    <li className={isRead ? 'notify-row' : 'notify-row notify-unread'}>
      <span className={`notify-tile tint ${colour}`}>
        <Icon name={picture} />
      </span>
      <div className="min-w-0">
        <Link
          to={href}
          className="row-link notify-title"
          onClick={open}
          // The middle button opens a new tab. The right one only opens a menu.
          onAuxClick={(event) => event.button === 1 && open(event)}
        >
          {!isRead && <span className="sr-only">Unread: </span>}
          {title}
        </Link>
        {line && <p className="notify-line">{line}</p>}
      </div>
      <time dateTime={createdAt} title={formatDay(createdAt)} className="mono notify-age">
        {now === undefined ? formatDay(createdAt) : formatAge(createdAt, now)}
      </time>
    </li>
  );
}
