/** Turns search text into LIKE patterns and ranges for SQL. Only this module escapes LIKE patterns. */

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

/** Pattern for text that contains the input; `%`, `_` and backslashes are literal. */
export function containing(search: string): string {
  return `%${escapeLike(search)}%`;
}

/** Pattern for text that starts with the input. */
export function startingWith(search: string): string {
  return `${escapeLike(search)}%`;
}

/** Byte-order range of names that start with the input. */
export function beginningWith(search: string): { from: string; before: string } {
  const from = search.toLowerCase();
  return { from, before: `${from}\u{10ffff}` };
}
