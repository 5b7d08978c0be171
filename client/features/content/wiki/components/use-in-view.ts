// Tracks which part of the wiki is in view, so that the navigation can mark it as current.
import { useEffect, useState } from 'react';
import type { WikiSection } from '#contract/content/wiki.ts';

export type InView = { section: string; part: string | null };

type Place = { id: string; top: number };

/** The last of the `places` that starts at or above `line`. The array must be in page order. */
export function lastAbove(places: Place[], line: number): string | null {
  return places.findLast(({ top }) => top <= line)?.id ?? null;
}

/**
 * Tolerance in pixels. A heading counts as reached if it is at most this far below the position that a link would scroll it to.
 */
const SLACK = 12;

/**
 * How far an anchor is below the position that a link would scroll it to. That position leaves the anchor's scroll margin free
 * above it.
 */
const distanceOf = (element: Element): number => {
  // A collapsed answer has no position, so use its question instead.
  const shown = element.closest('details') ?? element;
  return shown.getBoundingClientRect().top - Number.parseFloat(getComputedStyle(element).scrollMarginTop);
};

const measure = (ids: string[]): Place[] =>
  ids.flatMap((id) => {
    const element = document.getElementById(id);
    return element ? [{ id, top: distanceOf(element) }] : [];
  });

/** Distance of the URL's anchor; null if the anchor is not in view. */
const aimOf = (): number | null => {
  const place = location.hash && document.getElementById(location.hash.slice(1));
  const top = place ? distanceOf(place) : null;
  return top !== null && top >= -SLACK && top < window.innerHeight ? top : null;
};

const look = (sections: WikiSection[]): InView | null => {
  // At the end of the page, the last headings cannot scroll up far enough to count as reached. Use the URL's anchor if it is in
  // view, otherwise the lowest heading.
  const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
  const line = isAtEnd ? (aimOf() ?? window.innerHeight) : SLACK;
  const section = lastAbove(measure(sections.map(({ slug }) => slug)), line) ?? sections[0]?.slug;
  const parts = sections.find(({ slug }) => slug === section)?.parts ?? [];
  return section === undefined ? null : { section, part: lastAbove(measure(parts.map(({ id }) => id)), line) };
};

/** The section and part in view, updated on scroll. `isShown` is false while the sections are not rendered. */
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
