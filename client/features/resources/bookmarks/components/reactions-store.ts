// Keeps the marks of the signed-in person: asks the server for them, changes them, mirrors them in the browser's storage
// (product.md DL-1) and between its windows. Loaded for signed-in people only.

import {
  followLeaker,
  getMarks,
  likeResource,
  saveResource,
  unfollowLeaker,
  unlikeResource,
  unsaveResource,
} from '#client/features/resources/bookmarks/api.ts';
import type { AppContext } from '#client/kit/data/app-context.ts';
import { showToast } from '#client/ui/overlay/toast-queue.ts';
import { type MarkChange, withChange } from './mark-changes.ts';
import { type MarkKind, type Marks, showMarks, shownMarks } from './marks.ts';
import { forgetMarks, MARK_KEYS } from './stored-marks.ts';

const NONE: Marks = { liked: new Set(), saved: new Set(), followed: new Set() };

const readSet = (key: string): ReadonlySet<string> => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return new Set(Array.isArray(stored) ? stored.filter((entry) => typeof entry === 'string') : []);
  } catch {
    return new Set();
  }
};

const readMirror = (): Marks => ({
  liked: readSet(MARK_KEYS.liked),
  saved: readSet(MARK_KEYS.saved),
  followed: readSet(MARK_KEYS.followed),
});

const writeMirror = (marks: Marks): void => {
  try {
    for (const [kind, key] of Object.entries(MARK_KEYS))
      localStorage.setItem(key, JSON.stringify([...marks[kind as MarkKind]]));
  } catch {
    // Full or forbidden: the marks are the server's, this is only their mirror.
  }
};

const keep = (marks: Marks): void => {
  showMarks(marks);
  writeMirror(marks);
};

/** Newest first, as the server tells them. */
const changed = (marks: Marks, kind: MarkKind, id: string, on: boolean): Marks => {
  const rest = [...marks[kind]].filter((entry) => entry !== id);
  return { ...marks, [kind]: new Set(on ? [id, ...rest] : rest) };
};

/** What is wanted of things whose call is under way. */
const wanted = new Map<string, { kind: MarkKind; id: string; on: boolean }>();
/** Counts the acts, so that an answer that was asked for before one of them is not believed. */
let acts = 0;

const ask = async ({ transport }: AppContext): Promise<Marks> => {
  for (;;) {
    const before = acts;
    const { liked, saved, following } = await getMarks(transport, {});
    if (before !== acts) continue;
    const told: Marks = { liked: new Set(liked), saved: new Set(saved), followed: new Set(following) };
    return [...wanted.values()].reduce((marks, { kind, id, on }) => changed(marks, kind, id, on), told);
  }
};

/** Draws the mirror at once and the server's word when it comes; what it returns ends that and forgets both. */
export function openReactions(context: AppContext): () => void {
  let left = false;
  const onStorage = ({ key }: StorageEvent): void => {
    if (key !== null && Object.values(MARK_KEYS).includes(key)) showMarks(readMirror());
  };
  showMarks(readMirror());
  window.addEventListener('storage', onStorage);
  ask(context).then(
    (marks) => left || keep(marks),
    // The mirror stays until the next page asks again.
    () => null,
  );
  return () => {
    left = true;
    window.removeEventListener('storage', onStorage);
    showMarks(null);
    forgetMarks();
  };
}

const send = async ({ transport }: AppContext, kind: MarkKind, id: string, on: boolean): Promise<MarkChange> => {
  if (kind === 'liked') {
    const { likes, liked } = await (on ? likeResource : unlikeResource)(transport, { params: { id } });
    return { kind, id, on: liked, count: likes };
  }
  if (kind === 'saved') {
    const { saves, saved } = await (on ? saveResource : unsaveResource)(transport, { params: { id } });
    return { kind, id, on: saved, count: saves };
  }
  const { followers, isFollowing } = await (on ? followLeaker : unfollowLeaker)(transport, { params: { author: id } });
  return { kind, id, on: isFollowing, count: followers };
};

/** What is drawn follows at once; every other kept answer is asked for again when its page is opened. */
const followUp = ({ queryCache }: AppContext, change: MarkChange): void => {
  for (const [key, data] of queryCache.dehydrate()) {
    const next = withChange(data, change);
    if (next !== data) queryCache.put(key, next);
    queryCache.invalidate(key);
  }
};

/**
 * Likes, saves or follows (`on`), or takes it back. It shows at once; a refusal takes it back with the server's sentence.
 * Presses while a call is under way change what the next call will ask for, so that the last one counts.
 */
export async function setReaction(context: AppContext, kind: MarkKind, id: string, on: boolean): Promise<void> {
  const key = `${kind} ${id}`;
  const show = (now: boolean): void => keep(changed(shownMarks() ?? NONE, kind, id, now));
  const running = wanted.get(key);
  const want = running ?? { kind, id, on };
  want.on = on;
  show(on);
  if (running) return;
  wanted.set(key, want);
  let sent = on;
  try {
    do {
      sent = want.on;
      const change = await send(context, kind, id, sent);
      acts += 1;
      followUp(context, change);
    } while (want.on !== sent);
  } catch (error) {
    show(!sent);
    showToast({ tone: 'error', text: (error as Error).message });
  } finally {
    wanted.delete(key);
  }
}
