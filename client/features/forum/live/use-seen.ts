import { type RefObject, useEffect, useRef } from 'react';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { type Read, update } from '#client/kit/data/query.ts';
import type { ThreadPage } from '#contract/forum/api.ts';
import { markSeen } from '../api.ts';

/** How long seen posts are collected before they are reported. */
const GATHER_MS = 1000;

/** Reports the last post that a member has seen, meaning that it was on screen while the page was visible. */
export function useSeen(
  list: RefObject<HTMLElement | null>,
  given: Read<ThreadPage>,
  { id, lastSeen, posts }: ThreadPage,
  isMember: boolean,
  isGone: boolean,
): void {
  const context = useAppContext();
  const gone = useRef(isGone);
  useEffect(() => {
    gone.current = isGone;
  }, [isGone]);
  const lastShown = posts.at(-1)?.number;
  const noted = useRef({ id: '', seen: 0, told: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new post has to be observed
  useEffect(() => {
    if (!isMember || !list.current) return;
    if (noted.current.id !== id) noted.current = { id, seen: lastSeen ?? 0, told: lastSeen ?? 0 };
    const mark = noted.current;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const onScreen = new Set<number>();
    const tell = (): void => {
      clearTimeout(timer);
      timer = undefined;
      if (mark.seen <= mark.told || gone.current) return;
      mark.told = mark.seen;
      // If this fails, the post is reported on the next visit.
      markSeen(context.transport, { params: { id }, body: { number: mark.seen } }).catch(() => null);
    };
    const note = (): void => {
      if (document.visibilityState !== 'visible') return;
      mark.seen = Math.max(mark.seen, ...onScreen);
      if (mark.seen > mark.told) timer ??= setTimeout(tell, GATHER_MS);
    };
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        const place = Number((target as HTMLElement).dataset.number);
        if (isIntersecting) onScreen.add(place);
        else onScreen.delete(place);
      }
      note();
    });
    for (const post of list.current.querySelectorAll('[data-number]')) observer.observe(post);
    document.addEventListener('visibilitychange', note);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', note);
      tell();
      update(context, given, (page) => (mark.seen > (page.lastSeen ?? 0) ? { ...page, lastSeen: mark.seen } : page));
    };
  }, [context, given, list, id, isMember, lastShown]);
}
