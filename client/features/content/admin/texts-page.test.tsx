// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { type AppContext, AppContextProvider } from '#client/kit/data/app-context.ts';
import { CallError, type Transport } from '#client/kit/data/call.ts';
import { createQueryCache } from '#client/kit/data/query-cache.ts';
import { AuthProvider } from '#client/kit/session.tsx';
import type { AdminText } from '#contract/content/pages.ts';
import { TextsPage } from './texts-page.tsx';

afterEach(cleanup);

test('a text that someone else has saved in the meantime reopens with the new version', async () => {
  const row = { slug: 'terms', title: 'Terms', isDefault: false, updatedBy: 'admin-mira' } as const;
  let text: AdminText = { ...row, updatedAt: '2026-01-01T00:00:00.000Z', body: 'The older text' };
  let answering = Promise.resolve();
  const transport: Transport = async (method, path) => {
    await answering;
    if (method === 'GET') return path.endsWith('/texts') ? [text] : text;
    text = { ...text, updatedAt: '2026-01-02T00:00:00.000Z', body: 'The newer text' };
    throw new CallError('Someone else has changed this text.', 409, 'TEXT_CHANGED');
  };
  const context: AppContext = {
    transport,
    queryCache: createQueryCache(),
    site: {} as AppContext['site'],
    person: { current: null },
    origin: 'http://localhost',
  };
  const router = createMemoryRouter([{ path: '/', element: <TextsPage /> }]);
  render(
    <AppContextProvider value={context}>
      <AuthProvider initial={null}>
        <RouterProvider router={router} />
      </AuthProvider>
    </AppContextProvider>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Edit Terms' }));
  const area = await screen.findByLabelText<HTMLTextAreaElement>('Text');
  expect(area.value).toBe('The older text');
  await waitFor(() => {
    fireEvent.change(area, { target: { value: 'My text' } });
    expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', false);
  });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Someone else has changed this text.');
  // The typed text is kept, so that it can be copied.
  expect(area.value).toBe('My text');
  fireEvent.click(screen.getByRole('button', { name: 'All texts' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  const { promise, resolve } = Promise.withResolvers<void>();
  answering = promise;
  fireEvent.click(await screen.findByRole('button', { name: 'Edit Terms' }));
  // There is nothing to edit while the newer version is loading.
  expect(screen.queryByLabelText('Text')).toBeNull();
  resolve();
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Text')).value).toBe('The newer text');
});
