// Holds the marks of the logged-in user: loads them from the server, changes them, and mirrors them in local storage (product.md
// DL-1) and in other windows. Only loaded for logged-in users.

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
    // Storage is full or blocked. Nothing is lost, because the server has the marks.
  }
};

const keep = (marks: Marks): void => {
  showMarks(marks);
  writeMirror(marks);
};

/** Adds or removes a mark. The newest is first, as in the server's response. */
const changed = (marks: Marks, kind: MarkKind, id: string, on: boolean): Marks => {
  const rest = [...marks[kind]].filter((entry) => entry !== id);
  return { ...marks, [kind]: new Set(on ? [id, ...rest] : rest) };
};

/** Desired state of each mark that an unfinished call is changing. */
const wanted = new Map<string, { kind: MarkKind; id: string; on: boolean }>();
/** Number of changes so far. A response requested before the latest change is discarded. */
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

/**
 * Shows the locally stored marks immediately, and the server's once they have loaded. The returned function stops updates and
 * clears the marks on the page and in local storage.
 */
export function openReactions(context: AppContext): () => void {
  let left = false;
  const onStorage = ({ key }: StorageEvent): void => {
    if (key !== null && Object.values(MARK_KEYS).includes(key)) showMarks(readMirror());
  };
  showMarks(readMirror());
  window.addEventListener('storage', onStorage);
  ask(context).then(
    (marks) => left || keep(marks),
    // Keep using the local copy. The marks are requested again on the next page load.
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

/** Updates the displayed data immediately and invalidates all cached responses, so that pages reload when next opened. */
const followUp = ({ queryCache }: AppContext, change: MarkChange): void => {
  for (const [key, data] of queryCache.dehydrate()) {
    const next = withChange(data, change);
    if (next !== data) queryCache.put(key, next);
    queryCache.invalidate(key);
  }
};

/**
 * Likes, saves or follows something, or undoes that if `on` is false. The change is shown immediately; if the call fails, it is
 * reverted and the server's message is shown. If the user clicks again while a call is in progress, another call follows, so the
 * last click wins.
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
