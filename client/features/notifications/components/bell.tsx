import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Link, useLocation } from 'react-router';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { useLoaded } from '#client/kit/data/query.ts';
import { useAuth } from '#client/kit/session.tsx';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { notificationsPath } from './addresses.ts';
import { bellLabel, unreadLabel } from './filter-labels.ts';
import { unreadRead } from './lists.ts';
import { followNotifications } from './live.ts';
import './notifications.css';

const Panel = lazyPart(() => import('./bell-panel.tsx').then((file) => file.BellPanel), {
  leave: ({ onOpenChange }) => onOpenChange(false),
});

/** Windows at least this wide have room for the panel. On narrower ones the bell links to the page. */
const WIDE = '(width >= 37.5rem)';

const watchWidth = (onChange: () => void): (() => void) => {
  const query = matchMedia(WIDE);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
};

const useIsWide = (): boolean =>
  useSyncExternalStore(
    watchWidth,
    () => matchMedia(WIDE).matches,
    () => false,
  );

/** How long a new notification stays in the live region. */
const ANNOUNCED_MS = 10_000;

/**
 * The bell of logged-in users, with the number of unread notifications. It is rendered on the server as a link, which also works
 * without scripts.
 */
export function Bell() {
  const context = useAppContext();
  const { session, lapse } = useAuth();
  const { pathname } = useLocation();
  const isWide = useIsWide();
  const unread = useLoaded(unreadRead)?.unread ?? 0;
  const [news, setNews] = useState('');
  const [open, setOpen] = useState(false);
  const [openings, setOpenings] = useState(0);
  const button = useRef<HTMLButtonElement>(null);
  // A session that has ended gets no events. The next login opens a new connection.
  const personId = lapse ? undefined : session.user?.id;

  useEffect(() => {
    if (!personId) return;
    return followNotifications(context, personId, (title) => setNews(`New notification: ${title}`));
  }, [context, personId]);

  useEffect(() => {
    if (!news) return;
    const timer = setTimeout(() => setNews(''), ANNOUNCED_MS);
    return () => clearTimeout(timer);
  }, [news]);

  const label = bellLabel(unread);
  const look = buttonClass({ variant: 'quiet', className: 'btn-square relative' });
  const content = (
    <>
      <Icon name="bell" />
      {unread > 0 && (
        <span className="notify-count" aria-hidden="true">
          {unreadLabel(unread)}
        </span>
      )}
    </>
  );
  const path = notificationsPath();
  return (
    <span>
      {isWide ? (
        <button
          ref={button}
          type="button"
          className={look}
          aria-label={label}
          aria-haspopup="dialog"
          aria-expanded={open}
          title={label}
          onPointerEnter={Panel.preload}
          onFocus={Panel.preload}
          onClick={() => {
            if (!open) setOpenings(openings + 1);
            setOpen(!open);
          }}
        >
          {content}
        </button>
      ) : (
        <Link to={path} className={look} aria-label={label} aria-current={pathname === path ? 'page' : undefined}>
          {content}
        </Link>
      )}
      {isWide && openings > 0 && <Panel key={openings} open={open} onOpenChange={setOpen} anchor={button} />}
      <span role="status" className="sr-only">
        {news}
      </span>
    </span>
  );
}
