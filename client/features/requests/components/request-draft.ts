// Draft of a request, so that typed text is not lost. A guest's draft is kept only in the tab's session storage: it is still
// available after the guest has logged in, but not to people who use the browser later.
import { readDraft, removeDraft, writeDraft } from '#client/features/forum/components/composer/draft-store.ts';

export type TypedRequest = { name: string; link: string };

type Store = Parameters<typeof readDraft>[0];
/** These are functions, because accessing blocked storage throws. */
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

/** Saves the typed text, or deletes the draft if both fields are empty. */
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
    // Nothing can be saved if storage is blocked.
  }
}

/** The saved draft. If a guest typed it and then logged in, it becomes the user's draft. */
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

/** Deletes the draft after the request has been sent. */
export function deleteRequestDraft(stores: Stores, person: string | null): void {
  saveRequestDraft(stores, person, { name: '', link: '' }, 0);
}
