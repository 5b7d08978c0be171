import { useEffect } from 'react';
import { type Blocker, useBlocker } from 'react-router';

/** Asks before what was typed is left: the browser itself at its door, the page's own window within the site. */
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
