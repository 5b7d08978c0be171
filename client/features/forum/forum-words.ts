// Numbers and short sentences of the forum's pages.
const thousands = new Intl.NumberFormat('en-US');

export const number = (count: number): string => thousands.format(count);

/** "1 reply", "2,108 views". */
export const counted = (count: number, one: string, many: string): string =>
  `${number(count)} ${count === 1 ? one : many}`;

/** The first post of a thread is none. */
export const repliesOf = ({ postCount }: { postCount: number }): number => Math.max(0, postCount - 1);

/** How often a post was edited, as the specification (section 2) writes it; nothing when it never was. */
export const editedMark = (version: number): string | null => {
  if (version < 2) return null;
  return version === 2 ? '(edited 1 time)' : `(edited ${version - 1} times)`;
};
