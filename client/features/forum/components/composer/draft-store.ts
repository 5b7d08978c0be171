// Drafts in this browser, stored per user and per thread, subcategory or post, so that text survives a closed tab, an ended
// session or a failed call. If storage is unavailable or full, no draft is saved, but everything else works.

export type Draft = {
  text: string;
  title?: string;
  tags?: string[];
  reason?: string;
  /** Version of the post that is being edited. */
  version?: number;
  /** Time of the last change, in milliseconds. */
  savedAt: number;
};

/** What the text is written for. */
export type DraftPlace = { thread: string } | { subcategory: string } | { post: string };

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const PREFIX = 'helix_draft:';
const KEPT_MS = 30 * 86_400_000;
/** If there are more drafts, the oldest are deleted, so that storage does not fill up. */
const MOST_DRAFTS = 50;

export function draftKey(userId: string, place: DraftPlace): string {
  if ('thread' in place) return `${PREFIX}${userId}:${place.thread}`;
  return 'subcategory' in place
    ? `${PREFIX}${userId}:new:${place.subcategory}`
    : `${PREFIX}${userId}:edit:${place.post}`;
}

const isText = (value: unknown): boolean => value === undefined || typeof value === 'string';

/** Parses a stored draft; null if it is invalid, such as an older format or another program's value. */
export function parseDraft(stored: string | null): Draft | null {
  try {
    const draft = JSON.parse(stored ?? 'null') as Partial<Draft> | null;
    if (typeof draft?.text !== 'string' || typeof draft.savedAt !== 'number') return null;
    if (!isText(draft.title) || !isText(draft.reason)) return null;
    if (draft.tags !== undefined && !(Array.isArray(draft.tags) && draft.tags.every(isText))) return null;
    return draft as Draft;
  } catch {
    return null;
  }
}

/** The values of a form. */
export type Typed = Omit<Draft, 'savedAt'>;

/** Whether two drafts have the same content. */
export function isSame(one: Typed, other: Typed): boolean {
  return (
    one.text === other.text &&
    (one.title ?? '') === (other.title ?? '') &&
    (one.reason ?? '') === (other.reason ?? '') &&
    (one.tags ?? []).join('\n') === (other.tags ?? []).join('\n')
  );
}

/** What a tab does when another tab changes the same draft. */
export type Meeting = 'take' | 'empty' | 'tell' | 'nothing';

/**
 * Handles simultaneous writing in two tabs without losing text. An unchanged tab takes over the other tab's text. A tab is
 * emptied if the other tab has sent the same text. If the tabs contain different changes, the user is notified.
 */
export function meet(typed: Typed, begun: Typed, before: Draft | null, next: Draft | null): Meeting {
  const isTouched = !isSame(typed, begun);
  if (next) {
    if (isSame(next, typed)) return 'nothing';
    return isTouched ? 'tell' : 'take';
  }
  return isTouched && before !== null && isSame(before, typed) ? 'empty' : 'nothing';
}

export function readDraft(store: Store, key: string): Draft | null {
  try {
    return parseDraft(store.getItem(key));
  } catch {
    return null;
  }
}

/** Saves a draft. Returns false if the browser refused it. */
export function writeDraft(store: Store, key: string, draft: Draft): boolean {
  try {
    store.setItem(key, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function removeDraft(store: Store, key: string): void {
  try {
    store.removeItem(key);
  } catch {
    // Without storage there are no drafts.
  }
}

/** Deletes drafts that are unreadable, older than 30 days, or not among the newest 50. */
export function sweepDrafts(store: Store, now: number): void {
  try {
    const keys = Array.from({ length: store.length }, (_, index) => store.key(index) ?? '');
    const drafts = keys
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => ({ key, savedAt: readDraft(store, key)?.savedAt ?? 0 }))
      .sort((one, other) => other.savedAt - one.savedAt);
    for (const [index, { key, savedAt }] of drafts.entries()) {
      if (index >= MOST_DRAFTS || now - savedAt > KEPT_MS) store.removeItem(key);
    }
  } catch {
    // Without storage there is nothing to delete.
  }
}
