// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { type AppContext, AppContextProvider } from '#client/kit/data/app-context.ts';
import { CallError, type Transport } from '#client/kit/data/call.ts';
import { createQueryCache } from '#client/kit/data/query-cache.ts';
import { AuthProvider } from '#client/kit/session.tsx';
import type { Account } from '#contract/accounts/api.ts';
import type { ApplicationStatus } from '#contract/applications/api.ts';
import { ApplicationPanel } from './application-panel.tsx';
import { applicationRead } from './use-application.ts';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const person = { id: '1', username: 'kettle', role: 'USER', isPremium: false } as Account;

const statusOf = (status: ApplicationStatus['status'], reason: string | null = null): ApplicationStatus => ({
  status,
  reason,
  createdAt: status === 'NONE' ? null : '2026-11-02T10:00:00.000Z',
  decidedAt: status === 'APPROVED' || status === 'REJECTED' ? '2026-11-05T10:00:00.000Z' : null,
  waitsForVerification: false,
});

type Answers = { apply?: ApplicationStatus | CallError; me?: Account; later?: ApplicationStatus };

/** Renders the panel; `calls` records its requests. */
const show = (
  status: ApplicationStatus | undefined,
  { apply, me = person, later = statusOf('PENDING') }: Answers = {},
) => {
  const calls: string[] = [];
  const transport: Transport = async (method, path) => {
    calls.push(`${method} ${path}`);
    if (path === '/api/auth/me') return me;
    if (path === '/api/leaker/application-status') return later;
    if (apply instanceof CallError) throw apply;
    return apply;
  };
  const context: AppContext = {
    transport,
    queryCache: createQueryCache(),
    site: {} as AppContext['site'],
    person: { current: person },
    origin: 'http://localhost',
  };
  if (status) context.queryCache.put(applicationRead.key, status);
  const retries = { count: 0 };
  const panel = (
    <ApplicationPanel
      onRetry={() => {
        retries.count += 1;
      }}
    />
  );
  const router = createMemoryRouter([{ path: '/', element: panel }]);
  render(
    <AppContextProvider value={context}>
      <AuthProvider initial={person}>
        <RouterProvider router={router} />
      </AuthProvider>
    </AppContextProvider>,
  );
  return { calls, retries };
};

const applyNow = () => screen.queryByRole('button', { name: 'Apply Now' });
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Apply Now' }));

test('lets a user apply once and then shows the pending status', async () => {
  const { calls } = show(statusOf('NONE'), { apply: statusOf('PENDING') });
  expect(screen.getByRole('heading', { name: 'Become a Leaker' })).toBeTruthy();
  press();
  expect(await screen.findByText('PENDING')).toBeTruthy();
  expect(screen.getByText(/was submitted on Nov 2, 2026 and is in review/)).toBeTruthy();
  expect(applyNow()).toBeNull();
  expect(calls).toEqual(['POST /api/leaker/apply']);
});

test('shows the reason for a rejection and allows reapplying', async () => {
  show(statusOf('REJECTED', 'Show us three pieces first.'), { apply: statusOf('PENDING') });
  expect(screen.getByText('REJECTED')).toBeTruthy();
  expect(screen.getByText('Show us three pieces first.')).toBeTruthy();
  press();
  expect(await screen.findByText('PENDING')).toBeTruthy();
  expect(screen.queryByText('Show us three pieces first.')).toBeNull();
});

test('links an approved user to the leaker dashboard and refreshes the role', async () => {
  const { calls } = show(statusOf('APPROVED'), { me: { ...person, role: 'LEAKER' } });
  expect(screen.getByRole('link', { name: 'Open the leaker dashboard' }).getAttribute('href')).toBe('/leaker');
  expect(applyNow()).toBeNull();
  await expect.poll(() => calls).toEqual(['GET /api/auth/me']);
  await expect.poll(() => localStorage.getItem('helix_user')).toContain('LEAKER');
});

test.each([
  ['APPLICATIONS_CLOSED', 'Leaker applications are closed at the moment.', 'status'],
  ['TOO_MANY_REQUESTS', 'Too many requests.', 'alert'],
] as const)('shows the message of the server for %s', async (code, sentence, role) => {
  show(statusOf('NONE'), { apply: new CallError(sentence, 403, code) });
  press();
  const told = await screen.findByText(sentence);
  expect(told.closest('[role]')?.getAttribute('role')).toBe(role);
  expect(applyNow()).not.toBeNull();
});

test('shows that an application is waiting for email verification, without a button to apply again', async () => {
  const sentence = 'Confirm your email address first.';
  show(statusOf('NONE'), {
    apply: new CallError(sentence, 403, 'EMAIL_NOT_VERIFIED'),
    later: { ...statusOf('NONE'), waitsForVerification: true },
  });
  press();
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(await screen.findByText(/submit your application as soon as you confirm/)).toBeTruthy();
  expect(applyNow()).toBeNull();
});

test('shows an application submitted in another window', async () => {
  show(statusOf('NONE'), { apply: new CallError('It waits already.', 409, 'APPLICATION_PENDING') });
  press();
  expect(await screen.findByText('PENDING')).toBeTruthy();
  expect(applyNow()).toBeNull();
});

test('offers a retry if the status could not be loaded', () => {
  const { retries } = show(undefined);
  expect(screen.getByRole('alert').textContent).toContain('could not be loaded');
  expect(applyNow()).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retries.count).toBe(1);
});
