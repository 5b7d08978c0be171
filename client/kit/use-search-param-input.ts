// A search box whose words stand in the page's address (specification, section 4: debounced 300 ms).
import { useEffect, useRef, useState } from 'react';
import { SEARCH_DEBOUNCE_MS } from '#contract/resources/limits.ts';

type MirroredText = {
  typed: string;
  setTyped: (value: string) => void;
  /** Brings the words into the address now: for Enter and for the clear button. */
  mirror: (value: string) => void;
};

/**
 * What is typed goes to the address after 300 ms by `go`, trimmed, and what the address says comes back into the box.
 * `go` is the newest one given, so that a filter chosen meanwhile is not undone.
 */
export function useSearchParamInput(inAddress: string, go: (text: string) => void): MirroredText {
  const [typed, setTyped] = useState(inAddress);
  // What the address says, or will say: any other value of it came from elsewhere (back, a link).
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
