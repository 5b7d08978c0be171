// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { type AppContext, AppContextProvider } from '#client/kit/data/app-context.ts';
import { createQueryCache } from '#client/kit/data/query-cache.ts';
import { firstPage, useTable } from './use-table.ts';

afterEach(cleanup);

type Props = { readFor: Parameters<typeof useTable<string, Record<string, string>>>[0]; deed: Promise<void> };

const List = ({ readFor, deed }: Props) => {
  const table = useTable(readFor, firstPage({}));
  const decide = async () => {
    await deed;
    await table.reload();
  };
  return (
    <>
      <p>{table.data}</p>
      <button type="button" onClick={() => table.setSearch('kettle')}>
        Type
      </button>
      <button type="button" onClick={() => void decide()}>
        Decide
      </button>
    </>
  );
};

it('shows current rows after an action, even if the search changed while it ran', async () => {
  let status = 'open';
  const asked: string[] = [];
  const context = { queryCache: createQueryCache() } as AppContext;
  const search = Promise.withResolvers<void>();
  let holdsSearch = true;
  const readFor = (query: Record<string, string>) => ({
    key: JSON.stringify(query),
    run: async () => {
      const seen = `${query.search ?? 'all'}: ${status}`;
      asked.push(seen);
      // The search request is sent before the action, but its response arrives after it.
      if (query.search && holdsSearch) await search.promise;
      return seen;
    },
  });
  const deed = Promise.withResolvers<void>();
  render(
    <AppContextProvider value={context}>
      <List readFor={readFor} deed={deed.promise} />
    </AppContextProvider>,
  );
  await screen.findByText('all: open');
  fireEvent.click(screen.getByText('Type'));
  fireEvent.click(screen.getByText('Decide'));
  await expect.poll(() => asked).toEqual(['all: open', 'kettle: open']);
  status = 'decided';
  holdsSearch = false;
  await act(async () => deed.resolve());
  await act(async () => search.resolve());
  await screen.findByText('kettle: decided');
});
