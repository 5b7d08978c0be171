// The editors with the most resources, or three fallback names if the counts are unavailable.

import { listEditors } from '#client/features/resources/api.ts';
import { read, useLoaded } from '#client/kit/data/query.ts';
import { FALLBACK_EDITORS } from '#contract/resources/limits.ts';

export const editorsRead = read(listEditors, {});

type EditorCount = { name: string; count: number | null };

const fallback: EditorCount[] = FALLBACK_EDITORS.map((name) => ({ name, count: null }));

/**
 * Editors sorted by number of resources; `count` is null for the fallback names. Pages that use this hook load `editorsRead` in
 * their loader.
 */
export function useEditors(): EditorCount[] {
  const data = useLoaded(editorsRead);
  return data && data.length > 0 ? data : fallback;
}
