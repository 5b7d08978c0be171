import { type RefObject, useCallback, useEffect, useState } from 'react';
import {
  type Choosable,
  type SelectedFiles,
  type ShownEntries,
  withEntries,
} from '#client/features/resources/selection.ts';

type State = { chosen: SelectedFiles; last: string | null };

const NOTHING: State = { chosen: new Map(), last: null };

/** The entries from one to the other in the order that is shown; only `to` when `from` is not shown. */
const between = (entries: readonly Choosable[], from: string | null, to: string): readonly Choosable[] => {
  const placeOf = (path: string | null) => entries.findIndex((entry) => entry.path === path);
  const [start, end] = [placeOf(from), placeOf(to)];
  return start === -1 ? entries.slice(end, end + 1) : entries.slice(Math.min(start, end), Math.max(start, end) + 1);
};

/**
 * What is chosen of a resource's files, for as long as its page is open. `shown` has to stay the same object while it says
 * the same. `list` holds the boxes.
 */
export function useSelection(shown: ShownEntries, list: RefObject<HTMLElement | null>) {
  const [state, setState] = useState(NOTHING);
  const toggle = useCallback(
    (path: string, on: boolean, range: boolean) =>
      setState(({ chosen, last }) => ({
        chosen: withEntries(chosen, between(shown.entries, range ? last : path, path), on),
        last: path,
      })),
    [shown],
  );
  const toggleAll = useCallback(
    (on: boolean) => {
      const { entries, folder, isWholeFolder } = shown;
      const all = isWholeFolder && entries.length === 1 ? entries : [folder];
      setState(({ chosen }) => ({ chosen: withEntries(chosen, all, on), last: null }));
    },
    [shown],
  );
  const clear = useCallback(() => setState(NOTHING), []);
  // Boxes that somebody ticked before this page listened.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was ticked before the first effect
  useEffect(() => {
    const ticked = list.current?.querySelectorAll<HTMLInputElement>('input[value]:checked') ?? [];
    for (const { value } of ticked) toggle(value, true, false);
  }, []);
  return { chosen: state.chosen, toggle, toggleAll, clear };
}
