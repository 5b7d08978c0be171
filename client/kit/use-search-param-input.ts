// A search box mirrored in the page URL (specification, section 4: debounced 300 ms).
import { useEffect, useRef, useState } from 'react';
import { SEARCH_DEBOUNCE_MS } from '#contract/resources/limits.ts';

type MirroredText = {
  typed: string;
  setTyped: (value: string) => void;
  /** Updates the URL immediately, for Enter and the clear button. */
  mirror: (value: string) => void;
};

/**
 * Calls `go` with the trimmed text 300 ms after typing, and updates the box when the URL changes. Always uses the latest
 * `go`, so a filter selected in the meantime is not undone.
 */
export function useSearchParamInput(inAddress: string, go: (text: string) => void): MirroredText {
  const [typed, setTyped] = useState(inAddress);
  // The value the URL has or is about to have. Any other value came from elsewhere (back button, a link).
  const known = useRef(inAddress);

  useEffect(() => {
    if (inAddress === known.current) return;
    known.current = inAddress;
    setTyped(inAddress);
  }, [inAddress]);

  const mirror = (value: string) => {
    const text = value.trim();
    if (text === known.current) return;
    known.current = text;
    go(text);
  };
  const mirrorLatest = useRef(mirror);
  mirrorLatest.current = mirror;

  useEffect(() => {
    const timer = setTimeout(() => mirrorLatest.current(typed), SEARCH_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  return { typed, setTyped, mirror };
}
