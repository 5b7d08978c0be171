// The one-line announcement below the header. The server omits it for browsers that have dismissed it.
import { useState } from 'react';
import { Link } from 'react-router';
import { IconButton } from '#client/ui/forms/icon-button.tsx';
import { useSite } from '../kit/site.ts';

const YEAR_SECONDS = 31_536_000;

export function AnnouncementLine() {
  const { announcement } = useSite();
  const [closed, setClosed] = useState('');
  if (!announcement || announcement.id === closed) return null;
  const { id, text, link } = announcement;
  const close = () => {
    // biome-ignore lint/suspicious/noDocumentCookie: not every supported browser has the Cookie Store API
    document.cookie = `announcement=${id};path=/;max-age=${YEAR_SECONDS};samesite=lax`;
    setClosed(id);
    // The button has been removed, so move the focus to the page.
    document.getElementById('main')?.focus({ preventScroll: true });
  };
  return (
    <aside aria-label="Announcement" className="announcement border-b border-line bg-raised">
      <div className="wrap flex items-center gap-3 py-1.5">
        <p className="min-w-0 flex-1 text-sm font-semibold wrap-anywhere">
          {!link ? (
            text
          ) : link.startsWith('/') ? (
            <Link to={link} className="underline">
              {text}
            </Link>
          ) : (
            <a href={link} target="_blank" rel="noopener noreferrer" className="underline">
              {text}
            </a>
          )}
        </p>
        <IconButton icon="close" label="Close announcement" size="sm" className="noscript:hidden" onClick={close} />
      </div>
    </aside>
  );
}
