// Separate from the other selection code, because it is only needed once a download starts.
import { EVERYTHING, isChosen, partlyChosen, type SelectedFiles, type ShownEntries, withEntries } from './selection.ts';

/**
 * Selects the displayed folder instead of its entries if all of them are selected. Does nothing for a single entry, because a
 * single file is downloaded without a ZIP.
 */
export function gathered(chosen: SelectedFiles, { entries, folder, isWholeFolder }: ShownEntries): SelectedFiles {
  if (!isWholeFolder || entries.length < 2) return chosen;
  const partly = partlyChosen(chosen);
  const isAll = entries.every(({ path }) => isChosen(chosen, path) && !partly.has(path));
  return isAll ? withEntries(chosen, [folder], true) : chosen;
}

/** Converts the selection to the format that the API expects. */
export function choiceToAsk(chosen: SelectedFiles): { all?: true; paths: string[]; except?: string[] } {
  const words = [...chosen.values()].filter(({ path }) => path !== EVERYTHING);
  const pathsThatAre = (on: boolean) => words.flatMap((word) => (word.on === on ? [word.path] : [])).sort();
  const except = pathsThatAre(false);
  return {
    ...(chosen.has(EVERYTHING) && { all: true }),
    paths: pathsThatAre(true),
    ...(except.length > 0 && { except }),
  };
}
