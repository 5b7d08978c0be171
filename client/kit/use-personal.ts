import { useEffect, useState } from 'react';
import { useAppContext } from './data/app-context.ts';
import { load, type Read, reload } from './data/query.ts';
import { type Session, useAuth } from './session.tsx';

/** The ID of the logged-in user; null for a visitor, and undefined if it is not known yet. */
export function userIdOf({ state, user }: Session): string | null | undefined {
  return state === 'loading' ? undefined : (user?.id ?? null);
}

/**
 * Loads a query again as the logged-in user, if the server's HTML was the same for all of them. Returns whether the data is for this
 * user. Until then, and if loading it fails, it is that of a visitor.
 */
export function usePersonal<T>(given: Read<T>): boolean {
  const context = useAppContext();
  const { state } = useAuth().session;
  const [isPersonal, setPersonal] = useState(state !== 'loading');
  useEffect(() => {
    if (isPersonal || state === 'loading') return;
    if (state === 'signed-out') return setPersonal(true);
    reload(context, given)
      // A later reload, such as that of a live page, takes the place of this one.
      .then(() => load(context, given))
      .then(
        () => setPersonal(true),
        () => null,
      );
  }, [context, given, isPersonal, state]);
  return isPersonal;
}
