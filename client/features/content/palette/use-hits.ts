import { useEffect, useState } from 'react';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { CallError } from '#client/kit/data/call.ts';
import { PALETTE_DEBOUNCE_MS, PALETTE_MIN_CHARACTERS } from '#contract/content/limits.ts';
import type { SiteHits } from '#contract/content/palette.ts';
import { searchSite } from './api.ts';

/** `text` is what was asked for. `hits` are null after a failure. */
type Answer = { text: string; hits: SiteHits | null; failure: string | null };

type PaletteSearch = {
  /** The latest answer, perhaps for an earlier text; null before the first one. */
  answer: Answer | null;
  isSearching: boolean;
  retry: () => void;
};

const OFFLINE = "You're offline, so only pages, settings and actions can be found.";

const failureOf = (error: unknown): string => {
  if (!navigator.onLine) return OFFLINE;
  return error instanceof CallError ? error.message : searchSite.fallback;
};

/** Searches the server for the typed text. Asks again when the browser is online again after a failure. */
export function useHits(typed: string): PaletteSearch {
  const { transport } = useAppContext();
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [tries, setTries] = useState(0);
  // Not in the pages' cache, whose entries one search for each letter would displace.
  const [known] = useState(() => new Map<string, SiteHits>());
  const text = typed.trim();
  const isAsked = text.length >= PALETTE_MIN_CHARACTERS;
  const hasFailed = typeof answer?.failure === 'string';

  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` repeats a failed search
  useEffect(() => {
    if (!isAsked) return setAnswer(null);
    const before = known.get(text);
    if (before) return setAnswer({ text, hits: before, failure: null });
    let left = false;
    const timer = setTimeout(() => {
      searchSite(transport, { query: { text } }).then(
        (hits) => {
          known.set(text, hits);
          if (!left) setAnswer({ text, hits, failure: null });
        },
        (error: unknown) => left || setAnswer({ text, hits: null, failure: failureOf(error) }),
      );
    }, PALETTE_DEBOUNCE_MS);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [transport, known, text, isAsked, tries]);

  useEffect(() => {
    if (!hasFailed) return;
    const onOnline = (): void => setTries((count) => count + 1);
    window.addEventListener('online', onOnline);
    return () => window.removeEventListener('online', onOnline);
  }, [hasFailed]);

  return {
    answer,
    isSearching: isAsked && answer?.text !== text,
    retry: () => {
      setAnswer(null);
      setTries((count) => count + 1);
    },
  };
}
