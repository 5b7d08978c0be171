// A search box whose text is mirrored in the page URL (specification, section 4: debounced by 300 ms).
import { useEffect, useRef, useState } from 'react';
import { SEARCH_DEBOUNCE_MS } from '#contract/resources/limits.ts';

type MirroredText = {
  typed: string;
  setTyped: (value: string) => void;
  /** Updates the URL without delay, for Enter and the clear button. */
  mirror: (value: string) => void;
};

/**
 * Calls `go` with the trimmed text 300 ms after the last keystroke, and updates the search box when the URL changes. Always calls
 * the latest `go`, so that a filter selected during the delay is kept.
 */
export function useSearchParamInput(inAddress: string, go: (text: string) => void): MirroredText {
  const [typed, setTyped] = useState(inAddress);
  // The value that the URL has or is about to have. Any other value came from elsewhere, e.g. the back button or a link.
  const known = useRef(inAddress);
  /** Values that the URL was asked to get, until it has the last one. Earlier ones may still arrive, and must not undo typing. */
  const asked = useRef(new Set<string>());

  useEffect(() => {
    if (inAddress !== known.current && asked.current.has(inAddress)) return;
    asked.current.clear();
    if (inAddress === known.current) return;
    known.current = inAddress;
    setTyped(inAddress);
  }, [inAddress]);

  const mirror = (value: string) => {
    const text = value.trim();
    if (text === known.current) return;
    known.current = text;
    asked.current.add(text);
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
