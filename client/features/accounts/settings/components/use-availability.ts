import { useEffect, useState } from 'react';
import { checkUsername } from '#client/features/accounts/settings/api.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { USERNAME_MIN_CHARACTERS } from '#contract/accounts/limits.ts';
import { SEARCH_DEBOUNCE_MS } from '#contract/resources/limits.ts';

/** Whether a username that is being typed could be had; null while it is one's own, too short, or not known. */
export function useAvailability(typed: string, own: string): boolean | null {
  const { transport } = useAppContext();
  const [found, setFound] = useState<{ name: string; available: boolean } | null>(null);
  const name = typed.trim().toLowerCase();
  const isWorthAsking = name.length >= USERNAME_MIN_CHARACTERS && name !== own;
  useEffect(() => {
    if (!isWorthAsking) return;
    let left = false;
    const timer = setTimeout(async () => {
      // Only a help while typing: saving says what counts.
      const answer = await checkUsername(transport, { query: { name } }).catch(() => null);
      if (!left && answer) setFound({ name, available: answer.available });
    }, SEARCH_DEBOUNCE_MS);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [name, isWorthAsking, transport]);
  return isWorthAsking && found?.name === name ? found.available : null;
}
