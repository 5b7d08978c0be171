export type ToastNote = {
  tone: 'success' | 'error' | 'info' | 'premium';
  text: string;
};

let waiting: ToastNote[] = [];
const listeners = new Set<() => void>();

/** Shows a toast. Errors interrupt screen readers; other tones are announced politely. */
export function showToast(note: ToastNote): void {
  waiting = [...waiting, note];
  for (const listener of listeners) listener();
}

/** Removes and returns all queued toasts. */
export function takeToasts(): ToastNote[] {
  const taken = waiting;
  waiting = [];
  return taken;
}

export function hasToasts(): boolean {
  return waiting.length > 0;
}

/** Calls `listener` whenever a toast is added. Returns the unsubscribe function. */
export function onToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
