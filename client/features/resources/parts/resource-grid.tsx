import type { ReactNode } from 'react';

/** The grid of cards: one column on phones, two on tablets, three from there. Its children are `<li>`. */
export const ResourceGrid = ({ children, hidden }: { children: ReactNode; hidden?: boolean }) => (
  <ul
    className="grid grid-cols-1 gap-x-5 gap-y-9 sm:grid-cols-2 md:grid-cols-3 [&_.skeleton]:[animation-delay:0s]"
    aria-hidden={hidden || undefined}
  >
    {children}
  </ul>
);
