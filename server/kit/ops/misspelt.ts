// Finds names that are probably misspellings of known ones, because a misspelt environment variable would be silently ignored.

/** Minimum length in characters; shorter names resemble too many others. */
const SHORTEST = 6;

/** Edit distance: letters to insert, delete, replace or swap with the next one (Damerau-Levenshtein). */
const distanceOf = (one: string, other: string): number => {
  let [before, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        ...(isSwapped ? [(before[column - 2] ?? 0) + 1] : []),
      );
    }
    [before, last] = [last, current];
  }
  return last[other.length] ?? 0;
};

/** Unknown names that are one edit (two for names of 10 letters or more) away from a known one. */
export function findMisspelt(given: readonly string[], known: readonly string[]): { given: string; meant: string }[] {
  return given
    .filter((name) => !known.includes(name) && name.length >= SHORTEST)
    .flatMap((name) => {
      const [nearest] = known
        .filter((meant) => meant.length >= SHORTEST)
        .map((meant) => ({ meant, distance: distanceOf(name, meant) }))
        .sort((one, other) => one.distance - other.distance);
      return nearest && nearest.distance <= (name.length >= 10 ? 2 : 1) ? [{ given: name, meant: nearest.meant }] : [];
    });
}
