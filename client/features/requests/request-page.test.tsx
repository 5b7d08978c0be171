// @vitest-environment jsdom
// Tests /request: how the form handles each response, and what it stores in this browser (specification, sections 4, 5 and 8).
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type AppContext, AppContextProvider } from '#client/kit/data/app-context.ts';
import { CallError, type Transport } from '#client/kit/data/call.ts';
import { createQueryCache } from '#client/kit/data/query-cache.ts';
import { AuthProvider } from '#client/kit/session.tsx';
import type { Account } from '#contract/accounts/api.ts';
import type { RequestOutcome, ResourceRequest } from '#contract/requests/api.ts';
import RequestPage, { page } from './request-page.tsx';

const NOW = Date.UTC(2026, 10, 22, 12);
const MINUTE = 60_000;
const LINK = 'https://shop.example/packs/grain';

const person = (id: string) => ({ id, username: `person-${id}`, role: 'USER' }) as Account;

const request = (changes: Partial<ResourceRequest> = {}): ResourceRequest => ({
  id: '00000000-0000-4000-8000-000000000001',
  resourceName: 'Film grain',
  resourceLink: LINK,
  ogData: { title: 'Night grain', image: null, price: '24.00 EUR', description: 'x'.repeat(200) },
  status: 'Pending',
  note: '',
  resource: null,
  requester: 'person-mira',
  votes: 1,
  isPremium: false,
  voted: true,
  tells: true,
  own: true,
  createdAt: new Date(NOW).toISOString(),
  decidedAt: null,
  ...changes,
});

const success: RequestOutcome = {
  status: 'success',
  message: 'Thank you!',
  ogData: request().ogData,
  request: request(),
  nextAt: new Date(NOW + 24 * 60 * MINUTE).toISOString(),
};

type Answers = { wait?: () => unknown; send?: () => unknown; at?: string };

const open = async (
  me: Account | null,
  { wait = () => ({ nextAt: null, waitSeconds: 0 }), send = () => success, at = '/request' }: Answers = {},
) => {
  const sent: unknown[] = [];
  const transport: Transport = async (method, path, { body }) => {
    if (path === '/api/requests/wait') return wait();
    if (path === '/api/requests/similar') return { requests: [], resources: [] };
    sent.push(body);
    expect(method).toBe('POST');
    return send();
  };
  const context: AppContext = {
    transport,
    queryCache: createQueryCache(),
    site: {} as AppContext['site'],
    person: { current: me },
    origin: 'http://localhost',
  };
  const loader = async ({ request: asked }: { request: Request }) => {
    await page.load?.({ context, params: {}, url: new URL(asked.url) });
    return null;
  };
  const router = createMemoryRouter(
    [
      { path: '/request', element: <RequestPage />, loader, hydrateFallbackElement: <p>Loading</p> },
      { path: '/login', element: <p>The way in</p> },
    ],
    { initialEntries: [at] },
  );
  render(
    <AppContextProvider value={context}>
      <AuthProvider initial={me}>
        <RouterProvider router={router} />
      </AuthProvider>
    </AppContextProvider>,
  );
  await screen.findByRole('heading', { level: 1 });
  return { sent, router };
};

const type = (name: string, link: string): void => {
  fireEvent.input(screen.getByLabelText('Resource Name'), { target: { value: name } });
  fireEvent.input(screen.getByLabelText('Resource Link'), { target: { value: link } });
};

const fieldOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

const press = () => fireEvent.click(screen.getByRole('button', { name: 'Submit request' }));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  vi.setSystemTime(NOW);
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  vi.useRealTimers();
});

test('a name from a search without results is filled in once', async () => {
  const { sent, router } = await open(person('mira'), { at: '/request?name=green+screen' });
  await waitFor(() => expect(fieldOf('Resource Name').value).toBe('green screen'));
  fireEvent.input(screen.getByLabelText('Resource Link'), { target: { value: LINK } });
  press();
  await waitFor(() => expect(sent).toEqual([{ resourceName: 'green screen', resourceLink: LINK }]));
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

test('typed text is kept when a search suggests a name', async () => {
  await open(null);
  type('Half a name', LINK);
  cleanup();
  await open(null, { at: '/request?name=green+screen' });
  await waitFor(() => expect(fieldOf('Resource Name').value).toBe('green screen'));
  cleanup();
  await open(null);
  await waitFor(() => expect(fieldOf('Resource Name').value).toBe('Half a name'));
  expect(fieldOf('Resource Link').value).toBe(LINK);
});

test('a new request shows its preview and the wait, and is stored under the three keys', async () => {
  const { sent } = await open(person('mira'));
  type('  Film grain ', `${LINK} `);
  press();
  expect(await screen.findByRole('heading', { name: 'Request Submitted' })).toBe(document.activeElement);
  expect(sent).toEqual([{ resourceName: 'Film grain', resourceLink: LINK }]);
  screen.getByText('Night grain');
  screen.getByText('24.00 EUR');
  screen.getByText(`${'x'.repeat(150)}…`);
  screen.getByText('24 hours 0 minutes');
  expect(Object.keys(localStorage).sort()).toEqual(
    expect.arrayContaining(['lastSubmissionTime', 'prevRequests', 'request_submitted_timestamp']),
  );
  // The draft is deleted once the request has been sent.
  expect(Object.keys(localStorage).filter((key) => key.startsWith('helix_draft:'))).toEqual([]);
});

test('two presses at the same moment send one request', async () => {
  const { sent } = await open(person('mira'), { send: () => new Promise(() => {}) });
  type('Film grain', LINK);
  const form = screen.getByLabelText('Resource Name').closest('form') as HTMLFormElement;
  act(() => {
    fireEvent.submit(form);
    fireEvent.submit(form);
  });
  expect(sent).toHaveLength(1);
});

test('the limit counts down every minute, then the form comes back with the typed text', async () => {
  const limited = new CallError('You can request one asset every 24 hours.', 429, 'REQUEST_LIMIT', {}, 312 * 60);
  await open(person('mira'), {
    send: () => {
      throw limited;
    },
  });
  type('Film grain', LINK);
  press();
  expect(await screen.findByRole('heading', { name: 'Request Limit Reached' })).toBe(document.activeElement);
  screen.getByText('5 hours 12 minutes');
  await act(() => vi.advanceTimersByTimeAsync(MINUTE));
  screen.getByText('5 hours 11 minutes');
  await act(() => vi.advanceTimersByTimeAsync(310 * MINUTE));
  screen.getByText('0 hours 1 minute');
  await act(() => vi.advanceTimersByTimeAsync(MINUTE));
  expect(screen.queryByRole('heading', { name: 'Request Limit Reached' })).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('Resource Link').value).toBe(LINK);
});

/** The server's response at time NOW to a user who has to wait this many minutes. */
const waitOf = (minutes: number) => ({
  nextAt: new Date(NOW + minutes * MINUTE).toISOString(),
  waitSeconds: minutes * 60,
});

describe('a wait', () => {
  const waiting = { request_submitted_timestamp: JSON.stringify({ mira: NOW - 60 * MINUTE }) };

  test('from the server is shown instead of the form', async () => {
    await open(person('mira'), { wait: () => waitOf(61) });
    screen.getByRole('heading', { name: 'Request Limit Reached' });
    await screen.findByText('1 hour 1 minute');
    expect(screen.queryByLabelText('Resource Name')).toBeNull();
  });

  test.each([-3, 3])('is as long as the server says when the clock is off by %s days', async (days) => {
    vi.setSystemTime(NOW + days * 24 * 60 * MINUTE);
    await open(person('mira'), { wait: () => waitOf(61) });
    await screen.findByText('1 hour 1 minute');
    await act(() => vi.advanceTimersByTimeAsync(61 * MINUTE));
    screen.getByLabelText('Resource Name');
  });

  test('known only to this browser ends when the server says so', async () => {
    Object.assign(localStorage, waiting);
    await open(person('mira'));
    screen.getByLabelText('Resource Name');
    await waitFor(() => expect(localStorage.getItem('request_submitted_timestamp')).toBe('{}'));
  });

  test('is read from this browser, per person, when the server is unreachable', async () => {
    const wait = () => {
      throw new CallError('Failed to load data', 0, null);
    };
    Object.assign(localStorage, waiting);
    await open(person('mira'), { wait });
    await screen.findByText('23 hours 0 minutes');
    cleanup();
    await open(person('okapi'), { wait });
    screen.getByLabelText('Resource Name');
  });
});

test('a repeated request is refused at its field without a call; a second press asks the server', async () => {
  localStorage.setItem('prevRequests', JSON.stringify({ mira: ['shop.example/packs/grain'] }));
  const warning: RequestOutcome = {
    status: 'warning',
    message: 'You have already requested this resource before.',
    request: request({ votes: 12, status: 'Searching' }),
  };
  const { sent } = await open(person('mira'), { send: () => warning });
  type('Film grain', `${LINK}/?utm_source=mail`);
  press();
  await screen.findByText('You have already requested this resource before.');
  expect(document.activeElement).toBe(screen.getByLabelText('Resource Link'));
  expect(sent).toEqual([]);
  press();
  await screen.findByRole('heading', { name: 'Resource Already Requested' });
  screen.getByText('Searching');
  screen.getByText('12 votes');
  fireEvent.click(screen.getByRole('button', { name: 'Request something else' }));
  const name = screen.getByLabelText<HTMLInputElement>('Resource Name');
  await waitFor(() => expect(document.activeElement).toBe(name));
  expect(name.value).toBe('Film grain');
});

test.each([
  ['', '', 'Enter a name.', 'Enter a link.'],
  ['Grain', 'shop.example/grain', 'Enter a link that begins with http:// or https://.', null],
  ['Grain', 'javascript:alert(1)', 'Enter a link that begins with http:// or https://.', null],
])('"%s" with "%s" is not sent', async (name, link, first, second) => {
  const { sent } = await open(person('mira'));
  type(name, link);
  press();
  await screen.findByText(first);
  if (second) screen.getByText(second);
  expect(sent).toEqual([]);
});

test.each([
  [new CallError('Failed to submit request', 0, null), 'Failed to submit request. Please try again.'],
  [new CallError('Failed to submit request', 500, null), 'Failed to submit request'],
  [new CallError('This site is closed for a while.', 503, null), 'This site is closed for a while.'],
  [new CallError('Links to file hosters.', 400, 'REQUEST_LINK_REFUSED'), 'Links to file hosters.'],
  [
    new CallError('Bad input', 400, 'BAD_INPUT', { resourceLink: 'Enter a link to a public website.' }),
    'Enter a link to a public website.',
  ],
])('a refusal is shown and the typed text is kept: %s', async (error, sentence) => {
  await open(person('mira'), {
    send: () => {
      throw error;
    },
  });
  type('Film grain', LINK);
  press();
  await screen.findByText(sentence);
  expect(screen.getByLabelText<HTMLInputElement>('Resource Name').value).toBe('Film grain');
  cleanup();
  await open(person('mira'));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Resource Link').value).toBe(LINK));
});

test('a guest is sent to the login page and finds the typed text afterwards', async () => {
  const { sent, router } = await open(null);
  type('Film grain', LINK);
  expect(screen.getByRole('link', { name: /Log in to request/ }).getAttribute('href')).toBe('/login?next=%2Frequest');
  fireEvent.submit(screen.getByLabelText('Resource Name').closest('form') as HTMLFormElement);
  await screen.findByText('The way in');
  expect(router.state.location.search).toBe('?next=%2Frequest');
  expect(sent).toEqual([]);
  cleanup();
  await open(person('mira'));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Resource Name').value).toBe('Film grain'));
});
