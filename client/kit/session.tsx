// The signed-in person, as this browser knows them: the cached copy first, then the server's word (specification 4).
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { apiCall, CallError } from '#client/kit/data/call.ts';
import type { Account, getMe, logout } from '#contract/accounts/api.ts';

/** The specification's key of the cached person. It holds no secret. */
const STORED_USER = 'helix_user';

const callMe = apiCall<typeof getMe>({ method: 'GET', path: '/api/auth/me', fallback: 'Please log in first.' });
const callLogout = apiCall<typeof logout>({ method: 'POST', path: '/api/auth/logout', fallback: 'Failed to log out' });

export type Session =
  | { state: 'loading'; user: null }
  | { state: 'signed-out'; user: null }
  | { state: 'signed-in'; user: Account };

/** A session that ended under an open page: who it was, and how the person answers. */
export type SessionExpiry = { user: Account; finish(user: Account | null): void };

type Auth = {
  session: Session;
  /** Settles the person whom a sign-in or a registration has answered (sign-in.ts makes these calls). */
  enter(user: Account): Account;
  /** Clears the person even if the call fails (specification, section 4); false when the session may still be active. */
  signOut(): Promise<boolean>;
  /** Asks the server again who is signed in; null when nobody is. */
  refresh(): Promise<Account | null>;
  /** Merges a reply into the person (specification, section 4). */
  update(change: Partial<Account>): void;
  /** Set while the person is asked to log in again. */
  lapse: SessionExpiry | null;
  /** Counts how often the person changed by something else than this page: what is open asks its guard again. */
  changes: number;
  /** Keeps the page as it is while it holds typed values, also when the session ends elsewhere; the answer ends it. */
  holdTyped(): () => void;
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

const parsePerson = (text: string | null): Account | null => {
  try {
    const user = JSON.parse(text ?? 'null') as Account | null;
    return user && typeof user.id === 'string' && typeof user.role === 'string' ? user : null;
  } catch {
    return null;
  }
};

const remembered = (): Account | null => {
  try {
    return parsePerson(localStorage.getItem(STORED_USER));
  } catch {
    return null;
  }
};

/** The readable companion of the session cookie: visitors without it ask nothing. */
const hasSession = (): boolean => /(?:^|;\s*)signed_in=1/.test(document.cookie);

const from = (user: Account | null): Session =>
  user ? { state: 'signed-in', user } : { state: 'signed-out', user: null };

/** Somebody who was suspended is told why they are signed out (specification, section 5: BANNED). */
const tellSuspended = (error: unknown): void => {
  if (error instanceof CallError && error.code === 'BANNED') location.assign('/login?error=banned');
};

/** How often at most a window that gets the focus asks whether its session still lives. */
const RECHECK_MS = 60_000;

/** Holds the session. `initial` is what the server rendered with: an account, null for a visitor, undefined if unknown. */
export function AuthProvider({ initial, children }: { initial: Account | null | undefined; children: ReactNode }) {
  const { transport, queryCache, person } = useAppContext();
  const [session, setSession] = useState<Session>(
    initial === undefined ? { state: 'loading', user: null } : from(initial),
  );
  const [lapse, setLapse] = useState<SessionExpiry | null>(null);
  const [changes, setChanges] = useState(0);
  const held = useRef(0);

  const actions = useMemo(() => {
    const settle = (user: Account | null): void => {
      remember(user);
      person.current = user;
      setSession(from(user));
    };
    const enter = (user: Account): Account => {
      if (!user.role) throw new CallError('Invalid user data received', 200, null);
      queryCache.invalidateAll();
      settle(user);
      return user;
    };
    // Another window, or the server, tells who is signed in now.
    const settleElsewhere = (user: Account | null): void => {
      const isOther = user?.id !== person.current?.id;
      // What was typed stays: sending it asks to log in again.
      if (!user && held.current > 0) return;
      if (isOther) queryCache.invalidateAll();
      settle(user);
      if (isOther) setChanges((count) => count + 1);
    };
    const ask = async (): Promise<Account | null> => {
      try {
        return await callMe(transport, {});
      } catch (error) {
        // What was typed stays: sending it says why.
        if (held.current === 0) tellSuspended(error);
        // Only a refusal tells that nobody is signed in; a lost connection or a failure of the site tells nothing.
        const isRefusal = error instanceof CallError && error.status >= 400 && error.status < 500;
        return isRefusal && error.code !== 'TOO_MANY_REQUESTS' ? null : person.current;
      }
    };
    return {
      settle,
      settleElsewhere,
      ask,
      enter,
      signOut: async () => {
        // Before the answer empties the storage: other windows hear of it only when it still held somebody.
        remember(null);
        const isEnded = await callLogout(transport, {}).then(
          () => true,
          () => false,
        );
        queryCache.invalidateAll();
        settle(null);
        return isEnded;
      },
      refresh: async () => {
        const user = await ask();
        settleElsewhere(user);
        return user;
      },
      update: (change: Partial<Account>) => {
        if (person.current) settle({ ...person.current, ...change });
      },
      holdTyped: () => {
        held.current += 1;
        return () => {
          held.current -= 1;
        };
      },
    };
  }, [transport, queryCache, person]);

  useEffect(() => {
    const { settle } = actions;
    if (initial) return remember(initial);
    if (!hasSession()) return settle(null);
    const cached = remembered();
    if (cached) setSession(from(cached));
    let left = false;
    callMe(transport, {})
      .then((user) => left || settle(user))
      .catch((error: unknown) => {
        if (left) return;
        settle(null);
        tellSuspended(error);
      });
    return () => {
      left = true;
    };
  }, [initial, transport, actions]);

  useEffect(() => {
    let checkedAt = Date.now();
    const onFocus = (): void => {
      if (!person.current || Date.now() - checkedAt < RECHECK_MS) return;
      checkedAt = Date.now();
      void actions.refresh();
    };
    const onStorage = ({ key, newValue }: StorageEvent): void => {
      if (key === STORED_USER) actions.settleElsewhere(parsePerson(newValue));
    };
    window.addEventListener('focus', onFocus);
    window.addEventListener('storage', onStorage);
    return () => {
      window.removeEventListener('focus', onFocus);
      window.removeEventListener('storage', onStorage);
    };
  }, [actions, person]);

  useEffect(() => {
    person.onSuspended = () => void actions.refresh();
  }, [actions, person]);

  useEffect(() => {
    let asked: Promise<boolean> | null = null;
    person.onExpired = () => {
      const user = person.current;
      if (!user) return Promise.resolve(false);
      asked ??= new Promise<boolean>((resolve) => {
        const finish = (again: Account | null): void => {
          if (asked) held.current -= 1;
          asked = null;
          setLapse(null);
          if (again && again.id !== user.id) setChanges((count) => count + 1);
          resolve(again?.id === user.id);
        };
        // The page under the question stays until it is answered.
        held.current += 1;
        setLapse({ user, finish });
      });
      return asked;
    };
  }, [person]);

  const auth = useMemo(() => ({ session, lapse, changes, ...actions }), [session, lapse, changes, actions]);
  return <AuthContext value={auth}>{children}</AuthContext>;
}

/** Session and its actions. Its error text is the specification's (section 8). */
export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error('useAuth must be used within an AuthProvider');
  return auth;
}
