import { useState } from 'react';
import { useMarks } from '#client/features/resources/bookmarks/components/marks.ts';

export type Removed = { has(id: string): boolean; touch(id: string): void };

/**
 * Items that the user has removed from the saved ones on this page. They stay visible, so that the user can save them again. Only
 * clicks on this page count, because the saved state is initially read from a cached copy that can be outdated.
 */
export function useRemoved(): Removed {
  const marks = useMarks();
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  return {
    has: (id) => touched.has(id) && marks !== null && !marks.saved.has(id),
    touch: (id) => setTouched((ids) => new Set(ids).add(id)),
  };
}
