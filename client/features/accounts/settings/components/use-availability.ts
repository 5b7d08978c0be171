import { useEffect, useState } from 'react';
import { checkUsername } from '#client/features/accounts/settings/api.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { USERNAME_MIN_CHARACTERS } from '#contract/accounts/limits.ts';
import { SEARCH_DEBOUNCE_MS } from '#contract/resources/limits.ts';

/** Whether the typed username is available; null if it is the user's own, too short, or not checked yet. */
export function useAvailability(typed: string, own: string): boolean | null {
  const { transport } = useAppContext();
  const [found, setFound] = useState<{ name: string; available: boolean } | null>(null);
  const name = typed.trim().toLowerCase();
  const isWorthAsking = name.length >= USERNAME_MIN_CHARACTERS && name !== own;
  useEffect(() => {
    if (!isWorthAsking) return;
    let left = false;
    const timer = setTimeout(async () => {
      // This is only a hint while typing; the check on saving is what counts.
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
