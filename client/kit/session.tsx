// The logged-in user as this browser knows it: the cached copy first, then the server's response (specification, section 4).
import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { apiCall, CallError } from '#client/kit/data/call.ts';
import type { Account, getMe, logout } from '#contract/accounts/api.ts';

/** Storage key of the cached user, from the specification. Contains no secrets. */
const STORED_USER = 'helix_user';

const callMe = apiCall<typeof getMe>({ method: 'GET', path: '/api/auth/me', fallback: 'Please log in first.' });
const callLogout = apiCall<typeof logout>({ method: 'POST', path: '/api/auth/logout', fallback: 'Failed to log out' });

export type Session =
  | { state: 'loading'; user: null }
  | { state: 'signed-out'; user: null }
  | { state: 'signed-in'; user: Account };

/** A session that ended while a page was open: its user, and a callback for the login prompt. */
export type SessionExpiry = { user: Account; finish(user: Account | null): void };

type Auth = {
  session: Session;
  /** Sets the user returned by a login or registration; sign-in.ts makes those calls. */
  enter(user: Account): Account;
  /**
   * Logs out. Clears the user even if the call fails (specification, section 4). Resolves to false if the session may still be
   * active.
   */
  signOut(): Promise<boolean>;
  /** Asks the server who is logged in. Resolves to null for a visitor. */
  refresh(): Promise<Account | null>;
  /** Merges a response into the user (specification, section 4). */
  update(change: Partial<Account>): void;
  /** Set while the user is being asked to log in again. */
  lapse: SessionExpiry | null;
  /** Number of times the user was found to have changed while a page was open. Each time, the page runs its guard again. */
  changes: number;
  /**
   * Keeps the page open while it has unsaved input, even if the session ends elsewhere. Call the returned function to release it.
   */
  holdTyped(): () => void;
};

const AuthContext = createContext<Auth | null>(null);

const remember = (user: Account | null): void => {
  try {
    if (user) localStorage.setItem(STORED_USER, JSON.stringify(user));
    else localStorage.removeItem(STORED_USER);
  } catch {
    // Login also works without storage, but then there is no cached copy.
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

/** Whether the cookie is set that tells scripts that a session exists. Without this cookie, the session check is skipped. */
const hasSession = (): boolean => /(?:^|;\s*)signed_in=1/.test(document.cookie);

const from = (user: Account | null): Session =>
  user ? { state: 'signed-in', user } : { state: 'signed-out', user: null };

/** Sends suspended users to the login page, which explains why they were logged out (specification, section 5: BANNED). */
const tellSuspended = (error: unknown): void => {
  if (error instanceof CallError && error.code === 'BANNED') location.assign('/login?error=banned');
};

/** Minimum time between session checks when the window receives the focus. */
const RECHECK_MS = 60_000;

/** Provides the session. `initial` is the user according to the server: an account, null for a visitor, undefined if unknown. */
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
      // A visitor stays the same session, so that a page isn't rendered again right after hydration.
      setSession((known) => (known.state === 'signed-out' && !user ? known : from(user)));
    };
    const enter = (user: Account): Account => {
      if (!user.role) throw new CallError('Invalid user data received', 200, null);
      queryCache.invalidateAll();
      settle(user);
      return user;
    };
    // Updates the user after a change in another window or on the server.
    const settleElsewhere = (user: Account | null): void => {
      const isOther = user?.id !== person.current?.id;
      // Keep unsaved input. Submitting it will ask the user to log in.
      if (!user && held.current > 0) return;
      if (isOther) queryCache.invalidateAll();
      settle(user);
      if (isOther) setChanges((count) => count + 1);
    };
    const ask = async (): Promise<Account | null> => {
      try {
        return await callMe(transport, {});
      } catch (error) {
        // Keep unsaved input. Submitting it will show the reason.
        if (held.current === 0) tellSuspended(error);
        // Only a 4xx response means that nobody is logged in. Connection and server errors say nothing about the session.
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
        // The response to the logout clears the browser's storage. Remove the stored user before that, because other windows are
        // only notified if there is still a user to remove.
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
    // In a transition, parts whose code has not arrived keep the server's HTML.
    if (cached) startTransition(() => settle(cached));
    let left = false;
    const asked = callMe(transport, {})
      .then((user) => {
        if (!left) startTransition(() => settle(user));
      })
      .catch((error: unknown) => {
        if (left) return;
        settle(null);
        tellSuspended(error);
      });
    if (!cached) person.asked = asked;
    return () => {
      left = true;
    };
  }, [initial, transport, person, actions]);

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
        // Keep the page open until the prompt is answered.
        held.current += 1;
        setLapse({ user, finish });
      });
      return asked;
    };
  }, [person]);

  const auth = useMemo(() => ({ session, lapse, changes, ...actions }), [session, lapse, changes, actions]);
  return <AuthContext value={auth}>{children}</AuthContext>;
}

/** Returns the session and its actions. The error message is from the specification (section 8). */
export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error('useAuth must be used within an AuthProvider');
  return auth;
}
