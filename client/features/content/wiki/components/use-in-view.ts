// Which place of the wiki one reads: what the navigation shows as the current one.
import { useEffect, useState } from 'react';
import type { WikiSection } from '#contract/content/wiki.ts';

export type InView = { section: string; part: string | null };

type Place = { id: string; top: number };

/** Of places in their order, the last one that begins above the line. */
export function lastAbove(places: Place[], line: number): string | null {
  return places.findLast(({ top }) => top <= line)?.id ?? null;
}

/** Pixels that a heading may stand below the place to which links lead and count as reached. */
const SLACK = 12;

/** How far a place is below where links lead to it: below the top of the window by what its style keeps free. */
const distanceOf = (element: Element): number => {
  // An answer that is folded has no place of its own: its question has.
  const shown = element.closest('details') ?? element;
  return shown.getBoundingClientRect().top - Number.parseFloat(getComputedStyle(element).scrollMarginTop);
};

const measure = (ids: string[]): Place[] =>
  ids.flatMap((id) => {
    const element = document.getElementById(id);
    return element ? [{ id, top: distanceOf(element) }] : [];
  });

/** Where the address leads to, when that is in view. */
const aimOf = (): number | null => {
  const place = location.hash && document.getElementById(location.hash.slice(1));
  const top = place ? distanceOf(place) : null;
  return top !== null && top >= -SLACK && top < window.innerHeight ? top : null;
};

const look = (sections: WikiSection[]): InView | null => {
  // At the end of the page nothing more can come up to the line: what was asked for counts, or what is lowest.
  const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
  const line = isAtEnd ? (aimOf() ?? window.innerHeight) : SLACK;
  const section = lastAbove(measure(sections.map(({ slug }) => slug)), line) ?? sections[0]?.slug;
  const parts = sections.find(({ slug }) => slug === section)?.parts ?? [];
  return section === undefined ? null : { section, part: lastAbove(measure(parts.map(({ id }) => id)), line) };
};

/** What is in view, followed while one scrolls; `isShown` is false while the sections are not on the page. */
export function useInView(sections: WikiSection[], isShown: boolean): InView | null {
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
}
