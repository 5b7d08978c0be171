import { type RefObject, useCallback, useEffect, useState } from 'react';
import type { ResourceFile } from '#contract/resources.ts';
import { type Chosen, withPaths } from '../selection.ts';

type State = { chosen: Chosen; last: string | null };

const NOTHING: State = { chosen: new Set(), last: null };

/** The paths from one to the other in the order that is shown; only `to` when `from` is not shown. */
const between = (order: readonly string[], from: string | null, to: string): readonly string[] => {
  const [start, end] = [from === null ? -1 : order.indexOf(from), order.indexOf(to)];
  return start === -1 || end === -1 ? [to] : order.slice(Math.min(start, end), Math.max(start, end) + 1);
};

/**
 * What is chosen of a resource's files, for as long as its page is open. `order` is what is shown, from top to bottom;
 * both lists have to stay the same objects while they say the same. `list` holds the boxes.
 */
export const useSelection = (
  files: readonly ResourceFile[],
  order: readonly string[],
  list: RefObject<HTMLElement | null>,
) => {
  const [state, setState] = useState(NOTHING);
  const toggle = useCallback(
    (path: string, on: boolean, range: boolean) =>
      setState(({ chosen, last }) => ({
        chosen: withPaths(chosen, range ? between(order, last, path) : [path], on, files),
        last: path,
      })),
    [files, order],
  );
  const toggleAll = useCallback(
    (on: boolean) => setState(({ chosen }) => ({ chosen: withPaths(chosen, order, on, files), last: null })),
    [files, order],
  );
  const clear = useCallback(() => setState(NOTHING), []);
  // Boxes that somebody ticked before this page listened.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was ticked before the first effect
  useEffect(() => {
    const ticked = list.current?.querySelectorAll<HTMLInputElement>('input[value]:checked') ?? [];
    for (const { value } of ticked) toggle(value, true, false);
  }, []);
  return { chosen: state.chosen, toggle, toggleAll, clear };
};
