import { useEffect } from 'react';
import { type Blocker, useBlocker } from 'react-router';

/**
 * Warns before unsaved input is lost: with the browser's prompt when leaving the site, and with a blocker for navigation within
 * it.
 */
export function useUnsaved(isUnsaved: boolean): Blocker {
  const blocker = useBlocker(isUnsaved);
  useEffect(() => {
    if (!isUnsaved) return;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isUnsaved]);
  return blocker;
}
