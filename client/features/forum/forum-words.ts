// Numbers and short sentences of the forum's pages.
const thousands = new Intl.NumberFormat('en-US');

export const number = (count: number): string => thousands.format(count);

/** "1 reply", "2,108 views". */
export const counted = (count: number, one: string, many: string): string =>
  `${number(count)} ${count === 1 ? one : many}`;

/** The first post of a thread is none. */
export const repliesOf = ({ postCount }: { postCount: number }): number => Math.max(0, postCount - 1);

/** How often a post was edited: '(edited N times)' in these very words for any N (specification, section 2); nothing when it never was. */
export const editedMark = (version: number): string | null => {
  return version < 2 ? null : `(edited ${version - 1} times)`;
};
