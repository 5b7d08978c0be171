// Whether files have been sent from this window: what shows it on other pages is fetched then, and not before.
const listeners = new Set<() => void>();
let hasBegun = false;

/** An upload has begun in this window. */
export const noteUploading = (): void => {
  hasBegun = true;
  for (const listener of listeners) listener();
};

export const hasUploaded = (): boolean => hasBegun;

export const onUploading = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
