import { useEffect, useRef } from 'react';
import { addKeyGroup } from '#client/kit/keys/key-groups.ts';
import { isBlocked, isTyping } from '#client/kit/keys/key-places.ts';
import { hasSingleKeys } from '#client/kit/keys/single-keys.ts';
import { REVIEW_REASONS } from '#contract/uploads/review-reasons.ts';

export type ReviewActs = {
  approve(): void;
  /** `index` is a position in `REVIEW_REASONS`. */
  choose(index: number): void;
  reject(): void;
  ask(): void;
  skip(): void;
};

const loadKeys = () => import('./review-key-list.ts').then((file) => file.REVIEW_KEYS);

const actOf = (key: string, acts: ReviewActs): (() => void) | null => {
  const index = Number(key) - 1;
  if (key.length === 1 && REVIEW_REASONS[index]) return () => acts.choose(index);
  const letters: Record<string, () => void> = { a: acts.approve, r: acts.reject, q: acts.ask, s: acts.skip };
  return letters[key] ?? null;
};

const isMenu = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role=menu], [role=listbox]') !== null;

/** Single keys of the review page. They act anywhere except in fields, menus and dialogs, and before those of the preview. */
export function useReviewKeys(acts: ReviewActs): void {
  const current = useRef(acts);
  useEffect(() => {
    current.current = acts;
  });
  useEffect(() => addKeyGroup(loadKeys), []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { target, key } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || !hasSingleKeys()) return;
      if (isTyping(target) || isMenu(target) || isBlocked()) return;
      const act = actOf(key, current.current);
      if (!act) return;
      event.preventDefault();
      // The preview has other meanings for some of the keys.
      event.stopPropagation();
      act();
    };
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, []);
}
