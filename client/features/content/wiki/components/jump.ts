// Jumps within the wiki page.
import { isCalm } from '#client/features/premium/components/is-calm.ts';

/** Opens the question if the target is its answer. */
export function unfold(place: Element): void {
  const question = place.closest('details');
  if (question) question.open = true;
}

/**
 * Scrolls and moves the focus to a place on this page; smoothly, unless reduced motion is preferred.
 * @returns false if there is no such place
 */
export function jumpTo(id: string): boolean {
  const place = document.getElementById(id);
  if (!place) return false;
  unfold(place);
  place.scrollIntoView({ behavior: isCalm() ? 'auto' : 'smooth', block: 'start' });
  place.focus({ preventScroll: true });
  return true;
}
