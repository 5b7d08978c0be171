import type { ReactNode } from 'react';
import { classNames } from '#client/ui/class-names.ts';

/**
 * Grid of cards: one column on phones, two on tablets, three on desktops, up to five on large screens. The children must be
 * `<li>` elements.
 */
export function ResourceGrid({
  children,
  hidden,
  beside,
  busy,
}: {
  children: ReactNode;
  hidden?: boolean;
  /** Set if a panel is shown next to the grid. In that case, a third column requires a wider screen. */
  beside?: boolean;
  /** True while other cards are loading; the current ones are dimmed. */
  busy?: boolean;
}) {
  return (
    <ul
      className={classNames(
        'grid grid-cols-1 gap-x-5 gap-y-9 sm:grid-cols-2 [&_.skeleton]:[animation-delay:0s]',
        beside ? 'lg:grid-cols-3' : 'md:grid-cols-3',
        'xl:grid-cols-4 2xl:grid-cols-5',
        busy && 'grid-busy',
      )}
      aria-hidden={hidden || undefined}
      aria-busy={busy || undefined}
    >
      {children}
    </ul>
  );
}
