// What somebody has begun to ask for, kept so that nothing typed is lost. A guest's lies in the tab alone: it waits there for
// whoever signs in, and nobody who uses the browser later finds it.
import { readDraft, removeDraft, writeDraft } from '#client/features/forum/components/composer/draft-store.ts';

export type TypedRequest = { name: string; link: string };

type Store = Parameters<typeof readDraft>[0];
/** Storage can be closed: asking for it throws then. */
type Stores = { local: () => Store; session: () => Store };

export const browserStores: Stores = { local: () => localStorage, session: () => sessionStorage };

const GUEST_KEY = 'helix_draft:guest:request';
const ownKey = (person: string): string => `helix_draft:${person}:request`;

const placeOf = (stores: Stores, person: string | null): [Store, string] =>
  person === null ? [stores.session(), GUEST_KEY] : [stores.local(), ownKey(person)];

const readAt = ([store, key]: [Store, string]): TypedRequest | null => {
  const draft = readDraft(store, key);
  return draft && { name: draft.title ?? '', link: draft.text };
};

/** Keeps what is typed; two empty fields are nothing to keep. */
export function saveRequestDraft(
  stores: Stores,
  person: string | null,
  { name, link }: TypedRequest,
  now: number,
): void {
  try {
    const [store, key] = placeOf(stores, person);
    if (name || link) writeDraft(store, key, { title: name, text: link, savedAt: now });
    else removeDraft(store, key);
  } catch {
    // A browser without storage keeps nothing.
  }
}

/** What was typed before: a guest's words go over to whoever has signed in. */
export function readTyped(stores: Stores, person: string | null, now: number): TypedRequest | null {
  try {
    const guest = readAt(placeOf(stores, null));
    if (person === null) return guest;
    if (!guest) return readAt(placeOf(stores, person));
    saveRequestDraft(stores, person, guest, now);
    removeDraft(...placeOf(stores, null));
    return guest;
  } catch {
    return null;
  }
}

/** It was sent. */
export function deleteRequestDraft(stores: Stores, person: string | null): void {
  saveRequestDraft(stores, person, { name: '', link: '' }, 0);
}
