/** Milliseconds between two redraws while files are read or saved. */
export const REDRAW_MS = 150;

/** A function that draws at most every REDRAW_MS; calls in between are dropped. */
export function throttled(draw: () => void): () => void {
  let drawnAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - drawnAt < REDRAW_MS) return;
    drawnAt = now;
    draw();
  };
}

/** Focuses an element if the focused one was removed. Elsewhere the focus stays where the person put it. */
export function takeLostFocus(element: HTMLElement | null): void {
  const { activeElement } = document;
  if (activeElement === null || activeElement === document.body) element?.focus({ preventScroll: true });
}
