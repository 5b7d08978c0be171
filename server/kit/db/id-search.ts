/** Ids typed into a search: either a full id, or '#' and its first seven characters, as shown in tables. */

/** A range of ids, inclusive at both ends. */
export type IdRange = { from: string; to: string };

const WHOLE_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const SHORT_ID = /^#[0-9a-f]{7}$/;

/** Range of ids matching a full id, or '#' and the first seven characters; null for other text. */
export function idsMeant(search: string): IdRange | null {
  const text = search.toLowerCase();
  if (WHOLE_ID.test(text)) return { from: text, to: text };
  if (!SHORT_ID.test(text)) return null;
  const first = text.slice(1);
  return { from: `${first}0-0000-0000-0000-000000000000`, to: `${first}f-ffff-ffff-ffff-ffffffffffff` };
}
