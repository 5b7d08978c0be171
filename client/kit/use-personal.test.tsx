// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { type AppContext, AppContextProvider } from '#client/kit/data/app-context.ts';
import { type Read, reload, useRead } from '#client/kit/data/query.ts';
import { createQueryCache } from '#client/kit/data/query-cache.ts';
import { AuthProvider } from './session.tsx';
import { usePersonal } from './use-personal.ts';

afterEach(() => {
  cleanup();
  localStorage.clear();
  // biome-ignore lint/suspicious/noDocumentCookie: as the page reads it
  document.cookie = 'signed_in=; max-age=0';
});

const Page = ({ given }: { given: Read<string> }) => {
  const isPersonal = usePersonal(given);
  return <p data-testid="page">{`${useRead(given)}, ${isPersonal}`}</p>;
};

/** Opens a page whose HTML was the same for all logged-in users. `replies` are the pending requests of its query. */
const open = (isSignedIn: boolean) => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
  if (isSignedIn) document.cookie = 'signed_in=1';
  const replies: ((data: string) => void)[] = [];
  const given: Read<string> = { key: 'thread', run: () => new Promise((resolve) => replies.push(resolve)) };
  const context = {
    transport: async () => ({ id: '1', role: 'USER', username: 'mira' }),
    queryCache: createQueryCache(),
    person: { current: null },
  } as unknown as AppContext;
  context.queryCache.put(given.key, 'for visitors');
  render(
    <AppContextProvider value={context}>
      <AuthProvider initial={undefined}>
        <Page given={given} />
      </AuthProvider>
    </AppContextProvider>,
  );
  return { context, given, replies, shown: () => screen.getByTestId('page').textContent };
};

it('counts as personal when its data has come, also if another reload takes its place', async () => {
  const { context, given, replies, shown } = open(true);
  await waitFor(() => expect(replies).toHaveLength(1));
  void reload(context, given);
  replies[0]?.('of the first reload');
  await new Promise((resolve) => setTimeout(resolve));
  expect(shown()).toBe('for visitors, false');
  replies[1]?.('of the second reload');
  await waitFor(() => expect(shown()).toBe('of the second reload, true'));
  expect(replies).toHaveLength(2);
});

it('keeps the data of a visitor if nobody is logged in', async () => {
  const { replies, shown } = open(false);
  await waitFor(() => expect(shown()).toBe('for visitors, true'));
  expect(replies).toEqual([]);
});
