// Tracks which part of the wiki is being read, so that the navigation can mark it as current.
import { useEffect, useState } from 'react';
import type { WikiSection } from '#contract/content/wiki.ts';

export type InView = { section: string; part: string | null };

type Place = { id: string; top: number };

/** The last place that starts above the line; expects places in page order. */
export function lastAbove(places: Place[], line: number): string | null {
  return places.findLast(({ top }) => top <= line)?.id ?? null;
}

/** Pixels a heading may be below a link's target position and still count as reached. */
const SLACK = 12;

/** Distance of a place below a link's target position, which is its scroll margin below the top of the window. */
const distanceOf = (element: Element): number => {
  // A collapsed answer has no position; uses its question instead.
  const shown = element.closest('details') ?? element;
  return shown.getBoundingClientRect().top - Number.parseFloat(getComputedStyle(element).scrollMarginTop);
};

const measure = (ids: string[]): Place[] =>
  ids.flatMap((id) => {
    const element = document.getElementById(id);
    return element ? [{ id, top: distanceOf(element) }] : [];
  });

/** Position of the anchor in the URL, if it is in view. */
const aimOf = (): number | null => {
  const place = location.hash && document.getElementById(location.hash.slice(1));
  const top = place ? distanceOf(place) : null;
  return top !== null && top >= -SLACK && top < window.innerHeight ? top : null;
};

const look = (sections: WikiSection[]): InView | null => {
  // At the end of the page nothing more can scroll up to the line: use the requested anchor, or else the lowest place.
  const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
  const line = isAtEnd ? (aimOf() ?? window.innerHeight) : SLACK;
  const section = lastAbove(measure(sections.map(({ slug }) => slug)), line) ?? sections[0]?.slug;
  const parts = sections.find(({ slug }) => slug === section)?.parts ?? [];
  return section === undefined ? null : { section, part: lastAbove(measure(parts.map(({ id }) => id)), line) };
};

/** What is in view, updated on scroll; `isShown` is false while the sections are not rendered. */
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
