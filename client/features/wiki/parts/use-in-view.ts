// Which place of the wiki one reads: what the navigation shows as the current one.
import { useEffect, useState } from 'react';
import type { WikiSection } from '#contract/wiki.ts';

export type InView = { section: string; part: string | null };

type Place = { id: string; top: number };

/** Of places in their order, the last one that begins above the line. */
export const lastAbove = (places: Place[], line: number): string | null =>
  places.findLast(({ top }) => top <= line)?.id ?? null;

/** Share of the window's height above which a heading counts as reached. */
const LINE = 0.3;

const measure = (ids: string[]): Place[] =>
  ids.flatMap((id) => {
    const element = document.getElementById(id);
    // An answer that is folded has no place of its own: its question has.
    const shown = element?.closest('details') ?? element;
    return shown ? [{ id, top: shown.getBoundingClientRect().top }] : [];
  });

/** Where the address leads to, when that is in view. */
const aimOf = (): number | null => {
  const place = location.hash && document.getElementById(location.hash.slice(1));
  const top = place ? (place.closest('details') ?? place).getBoundingClientRect().top : null;
  return top !== null && top >= 0 && top < window.innerHeight ? top : null;
};

const look = (sections: WikiSection[]): InView | null => {
  // At the end of the page nothing more can come up to the line: what was asked for counts, or what is lowest.
  const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
  const line = isAtEnd ? (aimOf() ?? window.innerHeight) : window.innerHeight * LINE;
  const section = lastAbove(measure(sections.map(({ slug }) => slug)), line) ?? sections[0]?.slug;
  const parts = sections.find(({ slug }) => slug === section)?.parts ?? [];
  return section === undefined ? null : { section, part: lastAbove(measure(parts.map(({ id }) => id)), line) };
};

/** What is in view, followed while one scrolls; `isShown` is false while the sections are not on the page. */
export const useInView = (sections: WikiSection[], isShown: boolean): InView | null => {
  const [inView, setInView] = useState<InView | null>(null);
  useEffect(() => {
    if (!isShown) {
      setInView(null);
      return;
    }
    let asked = 0;
    const settle = () => {
      asked = 0;
      const now = look(sections);
      setInView((was) => (was?.section === now?.section && was?.part === now?.part ? was : now));
    };
    const ask = () => {
      asked ||= requestAnimationFrame(settle);
    };
    ask();
    window.addEventListener('scroll', ask, { passive: true });
    window.addEventListener('resize', ask);
    return () => {
      cancelAnimationFrame(asked);
      window.removeEventListener('scroll', ask);
      window.removeEventListener('resize', ask);
    };
  }, [sections, isShown]);
  return inView;
};
