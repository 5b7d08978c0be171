import { type RefObject, useCallback, useEffect, useState } from 'react';
import {
  type Choosable,
  type SelectedFiles,
  type ShownEntries,
  withEntries,
} from '#client/features/resources/selection.ts';

type State = { chosen: SelectedFiles; last: string | null };

const NOTHING: State = { chosen: new Map(), last: null };

/** The entries between two rows in display order; only `to` if `from` is not on this page. */
const between = (entries: readonly Choosable[], from: string | null, to: string): readonly Choosable[] => {
  const placeOf = (path: string | null) => entries.findIndex((entry) => entry.path === path);
  const [start, end] = [placeOf(from), placeOf(to)];
  return start === -1 ? entries.slice(end, end + 1) : entries.slice(Math.min(start, end), Math.max(start, end) + 1);
};

/**
 * The selected files of a resource while its page is open. `shown` must be the same object on every render until its content
 * changes. `list` is the element that contains the checkboxes.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: only checkboxes ticked before the first effect
  useEffect(() => {
    const ticked = list.current?.querySelectorAll<HTMLInputElement>('input[value]:checked') ?? [];
    for (const { value } of ticked) toggle(value, true, false);
  }, []);
  return { chosen: state.chosen, toggle, toggleAll, clear };
}
