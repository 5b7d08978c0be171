import { useState } from 'react';
import { useMarks } from '#client/features/resources/bookmarks/components/marks.ts';

export type Removed = { has(id: string): boolean; touch(id: string): void };

/**
 * Shown items that were removed from the saved ones on this page; they keep their place, so that it can be undone. Only
 * clicks on this page count, because the marks start with what the browser remembers of an earlier visit.
 */
export function useRemoved(): Removed {
  const marks = useMarks();
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  return {
    has: (id) => touched.has(id) && marks !== null && !marks.saved.has(id),
    touch: (id) => setTouched((ids) => new Set(ids).add(id)),
  };
}
