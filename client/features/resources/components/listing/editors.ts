// The editors with the most resources, with three names to fall back on while their numbers cannot be had.

import { listEditors } from '#client/features/resources/api.ts';
import { read, useLoaded } from '#client/kit/data/query.ts';
import { FALLBACK_EDITORS } from '#contract/resources/limits.ts';

export const editorsRead = read(listEditors, {});

type EditorCount = { name: string; count: number | null };

const fallback: EditorCount[] = FALLBACK_EDITORS.map((name) => ({ name, count: null }));

/** Most resources first; `count` is null for the fallback names. A page that uses it loads `editorsRead` in its loader. */
export function useEditors(): EditorCount[] {
  const data = useLoaded(editorsRead);
  return data && data.length > 0 ? data : fallback;
}
