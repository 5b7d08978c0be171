// Numbers and short texts of the forum's pages.
const thousands = new Intl.NumberFormat('en-US');

export function number(count: number): string {
  return thousands.format(count);
}

/** "1 reply", "2,108 views". */
export function counted(count: number, one: string, many: string): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}

/** Number of replies; the first post does not count. */
export function repliesOf({ postCount }: { postCount: number }): number {
  return Math.max(0, postCount - 1);
}

/** How often a post was edited: always '(edited N times)', as the specification quotes it (section 2); null if never. */
export function editedMark(version: number): string | null {
  return version < 2 ? null : `(edited ${version - 1} times)`;
}
