/** Search text as patterns and ranges for SQL: the only place that escapes LIKE. */

/** What was typed as it stands, wherever it occurs: `%`, `_` and backslashes mean themselves. */
export function containing(search: string): string {
  return `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
}

/** The names that begin with a text, as a range in the order of bytes; nothing lies in the range of no text. */
export function beginningWith(search: string): { from: string; before: string } {
  const from = search.toLowerCase();
  return { from, before: `${from}\u{10ffff}` };
}
