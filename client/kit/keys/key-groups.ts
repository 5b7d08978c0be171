// The keys that the list of keys shows: those of the site, and those that the open page adds while it is shown.

/** Keys and what they do. Keys in one list do the same or opposites. */
export type KeyGroup = { title: string; keys: readonly (readonly [keys: readonly string[], meaning: string])[] };

const added = new Set<() => Promise<KeyGroup>>();

/** Adds a page's keys, loaded when the list opens. Call the returned function when they no longer work. */
export function addKeyGroup(load: () => Promise<KeyGroup>): () => void {
  added.add(load);
  return () => void added.delete(load);
}

/** The groups of the open page. Groups that can't be loaded are left out. */
export async function loadKeyGroups(): Promise<KeyGroup[]> {
  const groups = await Promise.all([...added].map((load) => load().catch(() => null)));
  return groups.filter((group) => group !== null);
}
