import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { verifyEmail } from '#contract/accounts/api.ts';

/** What a mail's link brought along: nothing read yet, no token, part of one, or the token. */
export type LinkToken = { state: 'reading' | 'none' | 'incomplete' } | { state: 'read'; token: string };

const tokenOf = (hash: string): string | null => new URLSearchParams(hash.slice(1)).get('token');

/**
 * The token of a mail's link. It travels in the fragment, which no server and no other site is told, and leaves the
 * address at once, so that it stays in no history.
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
