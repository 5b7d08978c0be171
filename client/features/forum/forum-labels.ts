// Numbers and short sentences of the forum's pages.
const thousands = new Intl.NumberFormat('en-US');

export function number(count: number): string {
  return thousands.format(count);
}

/** "1 reply", "2,108 views". */
export function counted(count: number, one: string, many: string): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}

/** The first post of a thread is none. */
export function repliesOf({ postCount }: { postCount: number }): number {
  return Math.max(0, postCount - 1);
}

/** How often a post was edited: '(edited N times)' in these very words for any N (specification, section 2); nothing when it never was. */
export function editedMark(version: number): string | null {
  return version < 2 ? null : `(edited ${version - 1} times)`;
}
