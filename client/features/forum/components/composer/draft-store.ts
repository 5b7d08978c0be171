// What somebody has begun to write, kept in this browser by person and place, so that it outlives a closed tab, a
// session that ends and a failed call. A browser without storage, or one that is full, only keeps nothing.

export type Draft = {
  text: string;
  title?: string;
  tags?: string[];
  reason?: string;
  /** The version of a post that is being edited. */
  version?: number;
  /** Milliseconds of the last change. */
  savedAt: number;
};

/** Where something is being written. */
export type DraftPlace = { thread: string } | { subcategory: string } | { post: string };

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const PREFIX = 'helix_draft:';
const KEPT_MS = 30 * 86_400_000;
/** The oldest go beyond it: what is left behind must not fill the storage. */
const MOST_DRAFTS = 50;

export function draftKey(userId: string, place: DraftPlace): string {
  if ('thread' in place) return `${PREFIX}${userId}:${place.thread}`;
  return 'subcategory' in place
    ? `${PREFIX}${userId}:new:${place.subcategory}`
    : `${PREFIX}${userId}:edit:${place.post}`;
}

const isText = (value: unknown): boolean => value === undefined || typeof value === 'string';

/** A draft as it lies in the storage; null when it is none (an older form, another program's value). */
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

/** What a form holds. */
export type Typed = Omit<Draft, 'savedAt'>;

/** Whether two drafts say the same. */
export function isSame(one: Typed, other: Typed): boolean {
  return (
    one.text === other.text &&
    (one.title ?? '') === (other.title ?? '') &&
    (one.reason ?? '') === (other.reason ?? '') &&
    (one.tags ?? []).join('\n') === (other.tags ?? []).join('\n')
  );
}

/** What a tab does when another one has changed the draft of the place that both write at. */
export type Meeting = 'take' | 'empty' | 'tell' | 'nothing';

/**
 * Nothing is lost when two tabs write: one that holds nothing of its own takes what the other wrote, one whose words the
 * other has sent lets them go, and otherwise the person is told of both.
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

/** Keeps a draft. False when the browser did not take it. */
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
    // Without storage there was none.
  }
}

/** Removes drafts that are older than 30 days or unreadable, and the oldest beyond 50. */
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
    // Without storage there is nothing to sweep.
  }
}
