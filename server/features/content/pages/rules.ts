// Compares two versions of a page's text. No I/O.

/** Maximum length of a passage in the audit log, which stores only the changed lines. Longer passages are cut off. */
const PASSAGE_CHARACTERS = 4000;

/** The changed lines of both versions, from the first difference to the last. */
export function changedPassage(before: string, after: string): { before: string; after: string } {
  const [was, is] = [before.split('\n'), after.split('\n')];
  const shorter = Math.min(was.length, is.length);
  let head = 0;
  while (head < shorter && was[head] === is[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && was.at(-1 - tail) === is.at(-1 - tail)) tail += 1;
  const passage = (lines: string[]): string => {
    const text = lines.slice(head, lines.length - tail).join('\n');
    return text.length > PASSAGE_CHARACTERS ? `${text.slice(0, PASSAGE_CHARACTERS).toWellFormed()} …` : text;
  };
  return { before: passage(was), after: passage(is) };
}
