// The way to a place of the wiki while it is shown.
import { isCalm } from '#client/features/premium/components/is-calm.ts';

/** Opens the question that a place is the answer of. */
export function unfold(place: Element): void {
  const question = place.closest('details');
  if (question) question.open = true;
}

/**
 * Moves to a place of this page, with the keyboard: smoothly, unless less motion was asked for.
 * @returns false when there is no such place
 */
export function jumpTo(id: string): boolean {
  const place = document.getElementById(id);
  if (!place) return false;
  unfold(place);
  place.scrollIntoView({ behavior: isCalm() ? 'auto' : 'smooth', block: 'start' });
  place.focus({ preventScroll: true });
  return true;
}
