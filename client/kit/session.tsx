// The signed-in person, as this browser knows them: the cached copy first, then the server's word (specification 4).
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import type { Account, getMe, login, logout } from '#contract/accounts.ts';
import { apiCall, CallError } from './call.ts';
import { useServices } from './services.ts';

/** The specification's key of the cached person. It holds no secret. */
const STORED_USER = 'helix_user';

const callMe = apiCall<typeof getMe>({ method: 'GET', path: '/api/auth/me', fallback: 'Please log in first.' });
const callLogin = apiCall<typeof login>({ method: 'POST', path: '/api/auth/login', fallback: 'Login failed' });
const callLogout = apiCall<typeof logout>({ method: 'POST', path: '/api/auth/logout', fallback: 'Failed to log out' });

export type Session =
  | { state: 'loading'; user: null }
  | { state: 'signed-out'; user: null }
  | { state: 'signed-in'; user: Account };

type Auth = {
  session: Session;
  signIn(email: string, password: string): Promise<Account>;
  /** Clears the person even if the call fails (specification, section 4). */
  signOut(): Promise<void>;
};

const AuthContext = createContext<Auth | null>(null);

const remember = (user: Account | null): void => {
  try {
    if (user) localStorage.setItem(STORED_USER, JSON.stringify(user));
    else localStorage.removeItem(STORED_USER);
  } catch {
    // A browser without storage still signs in; it only starts without the cached copy.
  }
};

const remembered = (): Account | null => {
  try {
    const user = JSON.parse(localStorage.getItem(STORED_USER) ?? 'null') as Account | null;
    return user && typeof user.id === 'string' && typeof user.role === 'string' ? user : null;
  } catch {
    return null;
  }
};

/** The readable companion of the session cookie: visitors without it ask nothing. */
const hasSession = (): boolean => /(?:^|;\s*)signed_in=1/.test(document.cookie);

const from = (user: Account | null): Session =>
  user ? { state: 'signed-in', user } : { state: 'signed-out', user: null };

/** Holds the session. `initial` is what the server rendered with: an account, null for a visitor, undefined if unknown. */
export const AuthProvider = ({ initial, children }: { initial: Account | null | undefined; children: ReactNode }) => {
  const { transport, answers, person } = useServices();
  const [session, setSession] = useState<Session>(
    initial === undefined ? { state: 'loading', user: null } : from(initial),
  );

  const settle = useCallback(
    (user: Account | null) => {
      remember(user);
      person.current = user;
      setSession(from(user));
    },
    [person],
  );

  useEffect(() => {
    if (initial) return remember(initial);
    if (!hasSession()) return settle(null);
    const cached = remembered();
    if (cached) setSession(from(cached));
    let left = false;
    callMe(transport, {})
      .then((user) => left || settle(user))
      .catch(() => left || settle(null));
    return () => {
      left = true;
    };
  }, [initial, transport, settle]);

  const signIn = useCallback(
    async (email: string, password: string) => {
      const user = await callLogin(transport, { body: { email, password } });
      if (!user.role) throw new CallError('Invalid user data received', 200, null);
      answers.expire();
      settle(user);
      return user;
    },
    [transport, answers, settle],
  );

  const signOut = useCallback(async () => {
    try {
      await callLogout(transport, {});
    } catch {
      // The person asked to leave: they are gone here whatever the network says.
    }
    answers.expire();
    settle(null);
  }, [transport, answers, settle]);

  const auth = useMemo(() => ({ session, signIn, signOut }), [session, signIn, signOut]);
  return <AuthContext value={auth}>{children}</AuthContext>;
};

/** Session and its actions. Its error text is the specification's (section 8). */
export const useAuth = (): Auth => {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error('useAuth must be used within an AuthProvider');
  return auth;
};
