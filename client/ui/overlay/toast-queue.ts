export type ToastNote = {
  tone: 'success' | 'error' | 'info' | 'premium';
  text: string;
};

let waiting: ToastNote[] = [];
const listeners = new Set<() => void>();

/** Shows a short note at the edge of the screen; errors interrupt a screen reader, the rest waits its turn. */
export function showToast(note: ToastNote): void {
  waiting = [...waiting, note];
  for (const listener of listeners) listener();
}

/** Takes every note that waits to be shown. */
export function takeToasts(): ToastNote[] {
  const taken = waiting;
  waiting = [];
  return taken;
}

/** True while a note waits. */
export function hasToasts(): boolean {
  return waiting.length > 0;
}

/** Calls `listener` whenever a note is added; the answer ends it. */
export function onToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
