import { useEffect, useRef } from 'react';
import { useAppContext } from './data/app-context.ts';
import { type Read, reload } from './data/query.ts';
import { useAuth } from './session.tsx';

/**
 * Loads a query again as the logged-in user, if the server's HTML was the same for all of them. Until then, and if it fails, the page
 * has the data of a visitor.
 */
export function usePersonal<T>(given: Read<T>): void {
  const context = useAppContext();
  const { session } = useAuth();
  const isMissing = useRef(session.state === 'loading');
  useEffect(() => {
    if (!isMissing.current || session.state !== 'signed-in') return;
    isMissing.current = false;
    reload(context, given).catch(() => null);
  }, [context, given, session.state]);
}
