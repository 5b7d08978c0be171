/** Search text as patterns and ranges for SQL: the only place that escapes LIKE. */

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&');

/** A pattern for text that contains what was typed; `%`, `_` and backslashes mean themselves. */
export function containing(search: string): string {
  return `%${escapeLike(search)}%`;
}

/** A pattern for text that starts with what was typed. */
export function startingWith(search: string): string {
  return `${escapeLike(search)}%`;
}

/** The names that begin with a text, as a range in the order of bytes; nothing lies in the range of no text. */
export function beginningWith(search: string): { from: string; before: string } {
  const from = search.toLowerCase();
  return { from, before: `${from}\u{10ffff}` };
}
