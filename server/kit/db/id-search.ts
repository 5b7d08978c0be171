/** Ids that people type into a search: whole, or '#' and the first seven characters as tables show them. */

/** A range of ids, both ends within it. */
export type IdRange = { from: string; to: string };

const WHOLE_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const SHORT_ID = /^#[0-9a-f]{7}$/;

/** The ids that are meant by a whole id, or by '#' and the first seven characters as tables show them; else null. */
export function idsMeant(search: string): IdRange | null {
  const text = search.toLowerCase();
  if (WHOLE_ID.test(text)) return { from: text, to: text };
  if (!SHORT_ID.test(text)) return null;
  const first = text.slice(1);
  return { from: `${first}0-0000-0000-0000-000000000000`, to: `${first}f-ffff-ffff-ffff-ffffffffffff` };
}
