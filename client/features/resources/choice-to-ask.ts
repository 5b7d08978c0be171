// Separate from the rest of the selection because it is only needed once a download starts.
import { EVERYTHING, isChosen, partlyChosen, type SelectedFiles, type ShownEntries, withEntries } from './selection.ts';

/**
 * If every entry of the shown folder is selected individually, selects the folder instead. A single entry stays as it
 * is: a file is not a ZIP.
 */
export function gathered(chosen: SelectedFiles, { entries, folder, isWholeFolder }: ShownEntries): SelectedFiles {
  if (!isWholeFolder || entries.length < 2) return chosen;
  const partly = partlyChosen(chosen);
  const isAll = entries.every(({ path }) => isChosen(chosen, path) && !partly.has(path));
  return isAll ? withEntries(chosen, [folder], true) : chosen;
}

/** The selection in the form the API expects. */
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
