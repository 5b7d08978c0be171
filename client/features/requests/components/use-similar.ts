import { useEffect, useState } from 'react';
import { findSimilar } from '#client/features/requests/api.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { load, read, useLoaded } from '#client/kit/data/query.ts';
import { SEARCH_DEBOUNCE_MS } from '#contract/resources/limits.ts';

/** Shorter names have too many matches. */
const LEAST_LETTERS = 3;

const similarRead = (name: string) => read(findSimilar, { query: { name } });

/** Requests and resources with a similar name, loaded 300 ms after the last key press. Until then, the previous results stay. */
export function useSimilar(typed: string) {
  const context = useAppContext();
  const [found, setFound] = useState('');
  const name = typed.trim();
  useEffect(() => {
    if (name.length < LEAST_LETTERS) {
      setFound('');
      return;
    }
    let isCurrent = true;
    const timer = setTimeout(() => {
      load(context, similarRead(name)).then(
        () => isCurrent && setFound(name),
        // These suggestions are optional: the form works without them.
        () => isCurrent && setFound(''),
      );
    }, SEARCH_DEBOUNCE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [context, name]);
  const reply = useLoaded(similarRead(found));
  return found && reply ? reply : null;
}
