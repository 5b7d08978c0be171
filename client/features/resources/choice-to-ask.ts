// Apart from the rest of the selection: needed once something is downloaded.
import { EVERYTHING, isChosen, partlyChosen, type SelectedFiles, type ShownEntries, withEntries } from './selection.ts';

/** All entries of the shown folder, one by one, are the folder. A single one stays what it is: a file is no ZIP. */
export function gathered(chosen: SelectedFiles, { entries, folder, isWholeFolder }: ShownEntries): SelectedFiles {
  if (!isWholeFolder || entries.length < 2) return chosen;
  const partly = partlyChosen(chosen);
  const isAll = entries.every(({ path }) => isChosen(chosen, path) && !partly.has(path));
  return isAll ? withEntries(chosen, [folder], true) : chosen;
}

/** The choice as the call for a selection takes it. */
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
