// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AppContext, AppContextProvider } from '#client/kit/data/app-context.ts';
import { CallError, type Transport } from '#client/kit/data/call.ts';
import { createQueryCache } from '#client/kit/data/query-cache.ts';
import type { Account } from '#contract/accounts/api.ts';
import { login } from '#contract/accounts/api.ts';
import { watchExpiry } from './expiry.ts';
import { useCallForm } from './form.tsx';
import { AuthProvider, useAuth } from './session.tsx';

const account = (id: string, more: Partial<Account> = {}): Account => ({
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
  ...more,
});

const signInRequired = () => new CallError('Please log in first.', 401, 'SIGN_IN_REQUIRED');

let auth: ReturnType<typeof useAuth>;

/** Shows the logged-in user, a form that makes a call, and the prompt after a session has expired. */
const Probe = ({ send }: { send(): Promise<unknown> }) => {
  auth = useAuth();
  const form = useCallForm<{ email: string; password: string }, unknown>({
    schema: login.body,
    defaults: { email: '', password: '' },
    send,
  });
  return (
    <form noValidate onSubmit={form.submit}>
      <p>{auth.session.user?.username ?? auth.session.state}</p>
      {form.failure && <p role="alert">{form.failure}</p>}
      <input aria-label="email" {...form.field('email')} />
      <input aria-label="password" {...form.field('password')} />
      <p data-testid="email-error">{form.field('email').error}</p>
      <button type="submit">{form.isBusy ? 'busy' : 'send'}</button>
    </form>
  );
};

/** Renders a page for a logged-in user. `answer` returns the server's response to each call. */
const open = (answer: (path: string) => unknown, me: Account | null = account('1')) => {
  const calls: string[] = [];
  const person: AppContext['person'] = { current: me };
  const plain: Transport = async (method, path) => {
    calls.push(`${method} ${path}`);
    const given = answer(path);
    if (given instanceof Error) throw given;
    return given;
  };
  const transport = watchExpiry(plain, person);
  const context: AppContext = {
    transport,
    queryCache: createQueryCache(),
    person,
    origin: 'http://localhost',
    site: {
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
      providers: [],
    },
  };
  render(
    <AppContextProvider value={context}>
      <AuthProvider initial={me}>
        <Probe send={() => transport('POST', '/api/thing', {}, 'It failed')} />
      </AuthProvider>
    </AppContextProvider>,
  );
  return { calls, context };
};

const type = async (label: string, value: string) => {
  await act(async () => {
    fireEvent.input(screen.getByLabelText(label), { target: { value } });
  });
};

const fillIn = async () => {
  await type('email', 'mira@people.example');
  await type('password', 'some password');
};

const press = () => act(async () => void fireEvent.click(screen.getByRole('button')));

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe('an expired session', () => {
  it('prompts once for several calls, and repeats each after login', async () => {
    let isOver = true;
    const { calls, context } = open(() => (isOver ? signInRequired() : { fine: true }));
    const both = Promise.all([
      context.transport('POST', '/api/one', {}, ''),
      context.transport('POST', '/api/two', {}, ''),
    ]);
    await act(async () => undefined);
    expect(auth.lapse?.user.id).toBe('1');
    isOver = false;
    await act(async () => auth.lapse?.finish(account('1')));
    expect(await both).toEqual([{ fine: true }, { fine: true }]);
    expect(calls).toEqual(['POST /api/one', 'POST /api/two', 'POST /api/one', 'POST /api/two']);
    expect(auth.lapse).toBeNull();
  });

  it.each([
    ['nobody logs in', null],
    ['someone else logs in', account('2')],
  ])('rejects the call when %s', async (_, again) => {
    const { calls, context } = open(() => signInRequired());
    const refused = expect(context.transport('POST', '/api/one', {}, '')).rejects.toMatchObject({
      code: 'SIGN_IN_REQUIRED',
    });
    await act(async () => undefined);
    await act(async () => auth.lapse?.finish(again));
    await refused;
    expect(calls).toEqual(['POST /api/one']);
    expect(auth.changes).toBe(again ? 1 : 0);
  });

  it('does not prompt visitors, or on other errors', async () => {
    const visitor = open(() => signInRequired(), null);
    await expect(visitor.context.transport('POST', '/api/one', {}, '')).rejects.toThrow('Please log in first.');
    cleanup();
    const member = open(() => new CallError('No.', 401, 'WRONG_CREDENTIALS'));
    await expect(member.context.transport('POST', '/api/one', {}, '')).rejects.toThrow('No.');
    expect(auth.lapse).toBeNull();
  });

  it('keeps what was typed in a form, and submits it after login', async () => {
    let isOver = true;
    const { calls } = open(() => (isOver ? signInRequired() : {}));
    await fillIn();
    await press();
    expect(screen.getByRole('button').textContent).toBe('busy');
    await act(async () => auth.lapse?.finish(null));
    expect(screen.getByRole('alert').textContent).toBe('Please log in first.');
    expect(screen.getByLabelText<HTMLInputElement>('email').value).toBe('mira@people.example');
    await press();
    isOver = false;
    await act(async () => auth.lapse?.finish(account('1')));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(calls).toEqual(['POST /api/thing', 'POST /api/thing', 'POST /api/thing']);
  });
});

describe('the logged-in user', () => {
  const tell = (user: Account | null) =>
    act(async () => {
      const newValue = user && JSON.stringify(user);
      window.dispatchEvent(new StorageEvent('storage', { key: 'helix_user', newValue }));
    });

  it('follows a change in another window', async () => {
    open(() => ({}));
    await tell(account('1', { username: 'renamed' }));
    expect([screen.getByText('renamed') !== null, auth.changes]).toEqual([true, 0]);
    await tell(account('2'));
    expect([screen.getByText('person-2') !== null, auth.changes]).toEqual([true, 1]);
    await tell(null);
    expect([screen.getByText('signed-out') !== null, auth.changes]).toEqual([true, 2]);
  });

  it('stays while a form has unsaved input, even if another window logs out', async () => {
    open(() => ({}));
    await type('email', 'mira');
    await tell(null);
    expect(screen.getByText('person-1')).toBeTruthy();
    await tell(account('2'));
    expect(screen.getByText('person-2')).toBeTruthy();
  });

  const focusLater = async (ms: number) => {
    vi.setSystemTime(Date.now() + ms);
    await act(async () => void window.dispatchEvent(new Event('focus')));
  };

  it.each([
    ['logged out', signInRequired(), 'signed-out'],
    ['suspended', new CallError('Suspended.', 403, 'BANNED'), 'signed-out'],
    ['unavailable', new CallError('', 0, null), 'person-1'],
    ['changed to a higher role', account('1', { username: 'raised', role: 'LEAKER' }), 'raised'],
  ])('is rechecked when the window gets the focus, at most once a minute, and may be %s', async (_, answer, shown) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { calls } = open(() => answer);
    await focusLater(1000);
    expect(calls).toEqual([]);
    await focusLater(60_000);
    await focusLater(1000);
    expect(calls).toEqual(['GET /api/auth/me']);
    expect(screen.getByText(shown)).toBeTruthy();
  });

  it('is rechecked when a read fails with BANNED, but not when an action does', async () => {
    const banned = () => new CallError('This account is suspended.', 403, 'BANNED');
    const { calls, context } = open(banned);
    await act(() => context.transport('POST', '/api/thing', {}, '').catch(() => null));
    expect(calls).toEqual(['POST /api/thing']);
    expect(screen.getByText('person-1')).toBeTruthy();
    await act(() => context.transport('GET', '/api/user/saved-items', {}, '').catch(() => null));
    expect(calls.slice(1)).toEqual(['GET /api/user/saved-items', 'GET /api/auth/me']);
    expect(screen.getByText('signed-out')).toBeTruthy();
  });

  it('is updated with a reply, and the cached copy with it', async () => {
    open(() => ({}));
    await act(async () => auth.update({ bio: 'Cuts trailers.' }));
    expect(auth.session.user?.bio).toBe('Cuts trailers.');
    expect(JSON.parse(localStorage.getItem('helix_user') ?? '')).toMatchObject({ id: '1', bio: 'Cuts trailers.' });
  });
});

describe('a call form', () => {
  it('validates before sending, and focuses the first invalid field', async () => {
    const { calls } = open(() => ({}));
    await press();
    expect(screen.getByTestId('email-error').textContent).toBe('Enter a valid email address.');
    expect(document.activeElement).toBe(screen.getByLabelText('email'));
    expect(calls).toEqual([]);
  });

  it("shows the server's errors under their fields", async () => {
    open(() => new CallError('Some of the data you sent is invalid.', 400, 'BAD_INPUT', { email: 'Not this one.' }));
    await fillIn();
    await press();
    expect(screen.getByTestId('email-error').textContent).toBe('Not this one.');
    expect(document.activeElement).toBe(screen.getByLabelText('email'));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    [new CallError('Taken.', 409, 'EMAIL_TAKEN'), 'Taken.'],
    [new CallError('Wrong.', 400, 'BAD_INPUT', { other: 'x' }), 'Wrong.'],
    [new CallError('It failed', 0, null), 'The site could not be reached. Check your connection and try again.'],
  ])('shows the reason for a failure: %s', async (error, sentence) => {
    open(() => error);
    await fillIn();
    await press();
    expect(screen.getByRole('alert').textContent).toBe(sentence);
    expect(screen.getByLabelText<HTMLInputElement>('password').value).toBe('some password');
  });
});

const Outside = () => <p>{useAuth().session.state}</p>;

it('throws if useAuth is used outside its provider', () => {
  // React also logs the error.
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(() => render(<Outside />)).toThrow('useAuth must be used within an AuthProvider');
  log.mockRestore();
});
