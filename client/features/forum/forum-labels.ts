// Formats numbers and short texts for the forum's pages.
const thousands = new Intl.NumberFormat('en-US');

export function number(count: number): string {
  return thousands.format(count);
}

/** "1 reply", "2,108 views". */
export function counted(count: number, one: string, many: string): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}

/** Number of replies, which does not include the first post. */
export function repliesOf({ postCount }: { postCount: number }): number {
  return Math.max(0, postCount - 1);
}

/** How often a post was edited, always as '(edited N times)', as quoted in the specification (section 2); null if never. */
export function editedMark(version: number): string | null {
  return version < 2 ? null : `(edited ${version - 1} times)`;
}
