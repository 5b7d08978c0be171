// @vitest-environment jsdom
// Tests the login and sign-up screens and dialogs, each with its own session and a stubbed server.
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ExpiredDialog } from '#client/features/accounts/components/expired-dialog.tsx';
import { SignUpDialog } from '#client/features/accounts/components/sign-up-dialog.tsx';
import type { AppContext } from '#client/kit/data/app-context.ts';
import { CallError, type Transport } from '#client/kit/data/call.ts';
import { createQueryCache } from '#client/kit/data/query-cache.ts';
import type { Account } from '#contract/accounts/api.ts';
import { App } from '../../app.tsx';
import { watchExpiry } from '../../kit/expiry.ts';
import { useAuth } from '../../kit/session.tsx';
import ForgotPasswordPage, { page as forgotPage } from './forgot-password-page.tsx';
import LoginPage from './login-page.tsx';

const account = (id: string): Account => ({
  id,
  username: `person-${id}`,
  email: `${id}@people.example`,
  role: 'USER',
  isPremium: false,
  patreonUsername: null,
  discordUsername: null,
  bio: '',
  avatar: '',
  banner: '',
  displayName: null,
  badges: [],
  followers: 0,
  following: 0,
  totalLikes: 0,
  verified: false,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
});

let auth: ReturnType<typeof useAuth>;

/** Shows the dialog for an expired session as the app shell does, but without lazy loading. */
const Asking = () => {
  auth = useAuth();
  return auth.lapse && <ExpiredDialog lapse={auth.lapse} />;
};

const site: AppContext['site'] = {
  siteName: 'Helix',
  siteDescription: '',
  chatInviteUrl: null,
  apiUrl: '/api',
  demo: false,
  maintenance: false,
  logo: null,
  accentColor: null,
  registrationOpen: true,
  categories: [],
  providers: ['google', 'discord'],
};

const open = (path: string, me: Account | null, answer: (path: string) => unknown = () => ({})) => {
  const calls: string[] = [];
  const person: AppContext['person'] = { current: me };
  const plain: Transport = async (method, address) => {
    calls.push(`${method} ${address}`);
    const given = answer(address);
    if (given instanceof Error) throw given;
    return given;
  };
  const context: AppContext = {
    transport: watchExpiry(plain, person),
    queryCache: createQueryCache(),
    person,
    origin: location.origin,
    site,
  };
  const router = createMemoryRouter(
    [
      { path: '/login', element: <LoginPage /> },
      { path: '/forgot-password', element: <ForgotPasswordPage /> },
      { path: '/join', element: <SignUpDialog onClose={() => undefined} /> },
      { path: '/work', element: <Asking /> },
    ],
    { initialEntries: [path] },
  );
  render(
    <App context={context} me={me} theme="dark">
      <RouterProvider router={router} />
    </App>,
  );
  return { calls, router, context };
};

const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const type = (label: string, value: string) =>
  act(async () => void fireEvent.input(screen.getByLabelText(label), { target: { value } }));
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const linkOf = (name: string) => screen.getByRole<HTMLAnchorElement>('link', { name });

beforeEach(() => localStorage.clear());
afterEach(cleanup);

describe('logging in again', () => {
  const signInRequired = () => new CallError('Please log in first.', 401, 'SIGN_IN_REQUIRED');

  // Renders a page with an expired session and one pending call. Setting `server.now` to a user logs them in on the server.
  const lapsed = async () => {
    const server: { now: Account | null } = { now: null };
    const opened = open('/work', account('1'), (path) => {
      if (!server.now) return signInRequired();
      return path === '/api/auth/me' ? server.now : { done: true };
    });
    const waiting = opened.context.transport('POST', '/api/thing', {}, '');
    const outcome = waiting.catch((error: CallError) => error.code);
    await act(async () => undefined);
    expect(screen.getByRole('dialog', { name: 'Log in again' })).toBeTruthy();
    return { ...opened, server, outcome };
  };

  const comeBack = () => act(async () => void window.dispatchEvent(new Event('focus')));

  it('offers login methods for users without a password, each in a new tab', async () => {
    await lapsed();
    for (const [name, href] of [
      ['Continue with Google (opens in a new tab)', '/api/auth/google'],
      ['Continue with Discord (opens in a new tab)', '/api/auth/discord'],
      ['Forgot password? (opens in a new tab)', '/forgot-password'],
    ] as const) {
      const link = linkOf(name);
      expect([link.getAttribute('href'), link.target, link.rel]).toEqual([href, '_blank', 'noopener']);
    }
  });

  it('closes when the same user is back, and completes the waiting call', async () => {
    const { server, outcome, calls } = await lapsed();
    await comeBack();
    expect(screen.getByRole('dialog')).toBeTruthy();
    server.now = account('1');
    await comeBack();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await outcome).toEqual({ done: true });
    expect(calls).toEqual(['POST /api/thing', 'GET /api/auth/me', 'GET /api/auth/me', 'POST /api/thing']);
  });

  it('reacts to a login in another tab, and keeps the page on a logout there', async () => {
    const { server, outcome } = await lapsed();
    const tell = (user: Account | null) =>
      act(async () => {
        const newValue = user && JSON.stringify(user);
        window.dispatchEvent(new StorageEvent('storage', { key: 'helix_user', newValue }));
      });
    await tell(null);
    expect([auth.session.user?.id, auth.changes]).toEqual(['1', 0]);
    server.now = account('1');
    await tell(server.now);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await outcome).toEqual({ done: true });
    await tell(null);
    expect(auth.session.state).toBe('signed-out');
  });

  it('sends nothing for a different user', async () => {
    const { server, outcome } = await lapsed();
    server.now = account('2');
    await comeBack();
    expect(await outcome).toBe('SIGN_IN_REQUIRED');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(auth.session.user?.id).toBe('2');
  });
});

describe('the login page', () => {
  it.each([
    ['/login', false, '/login#register'],
    ['/login?next=%2Fsettings', true, '/login?next=%2Fsettings#register'],
    ['/login?next=//other.example', false, '/login?next=//other.example#register'],
  ])('%s shows why the user is here and links to the sign-up', (path, isLed, href) => {
    open(path, null);
    expect(screen.queryByText('Log in to continue.') !== null).toBe(isLed);
    expect(linkOf('Create an account').getAttribute('href')).toBe(href);
  });

  it('selects a rejected code, so that typing replaces it', async () => {
    open('/login?step=two-factor', null, () => new CallError('This code is not right.', 403, 'TWO_FACTOR_WRONG'));
    for (const code of ['000000', '11111111']) {
      await type('Code', code);
      await press('Continue');
      expect(screen.getByRole('alert').textContent).toBe('This code is not right.');
      await vi.waitFor(
        () => {
          const { value, selectionStart, selectionEnd } = field('Code');
          expect([value, selectionStart, selectionEnd]).toEqual([code, 0, code.length]);
        },
        { timeout: 10_000 },
      );
      expect(document.activeElement).toBe(field('Code'));
    }
  });
});

describe('logging out', () => {
  it('reports a failure on the login page and can be retried', async () => {
    let answer: unknown = new CallError('Failed to log out', 0, null);
    const { calls } = open('/login?logout=failed', null, () => answer);
    expect(screen.getByRole('alert').textContent).toContain('You may still be logged in on this device.');
    await press('Try again');
    expect(screen.getByRole('alert')).toBeTruthy();
    answer = {};
    await press('Try again');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(calls).toEqual(['POST /api/auth/logout', 'POST /api/auth/logout']);
  });
});

describe('the sign-up dialog', () => {
  it('shows the password rule only once', async () => {
    open('/join', null);
    await press('Join as Member');
    await type('Email', 'mira@people.example');
    await type('Password', 'short');
    await press('Create account');
    await vi.waitFor(() => expect(field('Password').getAttribute('aria-invalid')).toBe('true'), { timeout: 10_000 });
    expect(screen.getAllByText('At least 10 characters.')).toHaveLength(1);
  });

  it('links to the legal pages without a gap before the full stop', async () => {
    open('/join', null);
    await press('Join as Member');
    const terms = linkOf('terms, opens in a new tab');
    expect(terms.firstChild?.textContent).toBe('terms');
    expect(terms.nextSibling?.textContent).toMatch(/^\. /);
  });

  it('keeps the email when going back and forth, but not the password', async () => {
    open('/join', null);
    await press('Join as Member');
    await type('Email', 'mira@people.example');
    await type('Password', 'some password');
    await press('Back');
    await press('Apply as Leaker');
    expect([field('Email').value, field('Password').value]).toEqual(['mira@people.example', '']);
  });
});

describe('the page for a new password', () => {
  it.each([
    ['/forgot-password', null, 'Forgot password', ''],
    ['/forgot-password', account('1'), 'Forgot password', '1@people.example'],
    ['/forgot-password?set=1', account('1'), 'Set a password', '1@people.example'],
  ])('%s fills in the email of the logged-in user', (path, me, title, email) => {
    const { context } = open(path, me);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(title);
    expect(field('Email').value).toBe(email);
    const url = new URL(path, 'http://localhost');
    expect(forgotPage.head({ context, params: {}, url, failure: null }).title).toBe(`${title} - Helix`);
  });
});

describe('signing up while it is closed', () => {
  it('is rejected before anything is chosen or entered', () => {
    site.registrationOpen = false;
    try {
      open('/join', null);
      expect(screen.getByRole('dialog').textContent).toContain('Sign-ups are closed at the moment.');
      expect(screen.queryByRole('button', { name: 'Join as Member' })).toBeNull();
    } finally {
      site.registrationOpen = true;
    }
  });
});
