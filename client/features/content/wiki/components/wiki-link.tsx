import type { ComponentProps, MouseEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { jumpTo } from './jump.ts';
import { wikiPlace } from './wiki-reads.ts';

/** Whether a click opens the link in this tab. */
export function isPlainPress(event: MouseEvent): boolean {
  return event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
}

/** Link to an anchor in the wiki: scrolls smoothly if the anchor is on the page, otherwise navigates to it. */
export function WikiLink({
  place,
  onFollow,
  ...rest
}: Omit<ComponentProps<typeof Link>, 'to' | 'onClick'> & { place: string; onFollow?: () => void }) {
  const navigate = useNavigate();
  const follow = (event: MouseEvent) => {
    if (!isPlainPress(event)) return;
    onFollow?.();
    if (!document.getElementById(place)) return;
    event.preventDefault();
    void navigate(wikiPlace(place), { preventScrollReset: true });
    jumpTo(place);
  };
  return <Link to={wikiPlace(place)} onClick={follow} {...rest} />;
}
