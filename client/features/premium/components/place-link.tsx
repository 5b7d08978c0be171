import type { MouseEvent, ReactNode } from 'react';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { isCalm } from './is-calm.ts';

const go = (event: MouseEvent<HTMLAnchorElement>): void => {
  const place = document.getElementById(event.currentTarget.hash.slice(1));
  if (!place) return;
  event.preventDefault();
  place.scrollIntoView({ behavior: isCalm() ? 'auto' : 'smooth', block: 'start' });
  place.focus({ preventScroll: true });
};

/**
 * Link to an anchor on this page. Scrolls to the anchor, smoothly unless reduced motion is preferred, and focuses it. Without
 * scripts, it works as a normal link.
 */
export function PlaceLink({
  place,
  children,
  ...look
}: { place: string; children: ReactNode } & Parameters<typeof buttonClass>[0]) {
  return (
    <a href={`#${place}`} className={buttonClass(look)} onClick={go}>
      {children}
    </a>
  );
}
