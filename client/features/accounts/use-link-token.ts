import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { verifyEmail } from '#contract/accounts/api.ts';

/** State of an emailed link's token: not read yet, missing, incomplete, or read. */
export type LinkToken = { state: 'reading' | 'none' | 'incomplete' } | { state: 'read'; token: string };

const tokenOf = (hash: string): string | null => new URLSearchParams(hash.slice(1)).get('token');

/**
 * Reads the token of an emailed link. The token is in the URL's fragment, so it is never sent to a server. It is removed from the
 * URL immediately, so that it does not stay in the browser history.
 */
export function useLinkToken(): LinkToken {
  const { hash } = useLocation();
  const [read, setRead] = useState<LinkToken>({ state: 'reading' });
  useEffect(() => {
    const token = tokenOf(hash);
    if (token === null) {
      setRead((known) => (known.state === 'reading' ? { state: 'none' } : known));
      return;
    }
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
    setRead(verifyEmail.body.shape.token.safeParse(token).success ? { state: 'read', token } : { state: 'incomplete' });
  }, [hash]);
  return read;
}
