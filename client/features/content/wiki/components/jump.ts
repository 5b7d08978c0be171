// Navigation to an anchor within the wiki page.
import { isCalm } from '#client/features/premium/components/is-calm.ts';

/** If the element is inside a collapsed answer, expands it. */
export function unfold(place: Element): void {
  const question = place.closest('details');
  if (question) question.open = true;
}

/**
 * Scrolls to an element on this page and focuses it. Scrolls smoothly, unless reduced motion is preferred.
 * @returns false if there is no such element
 */
export function jumpTo(id: string): boolean {
  const place = document.getElementById(id);
  if (!place) return false;
  unfold(place);
  place.scrollIntoView({ behavior: isCalm() ? 'auto' : 'smooth', block: 'start' });
  place.focus({ preventScroll: true });
  return true;
}
