import { expect, test } from 'vitest';
import type { AppContext } from '#client/kit/data/app-context.ts';
import { createQueryCache } from '#client/kit/data/query-cache.ts';
import { takeToasts } from '#client/ui/overlay/toast-queue.ts';
import type { ResourceRequest } from '#contract/requests/api.ts';
import { vote } from './votes.ts';

const request = { id: 'a', votes: 3, voted: true, tells: false, isPremium: false } as ResourceRequest;

const context = (tells: boolean) =>
  ({
    queryCache: createQueryCache(),
    transport: async () => ({ votes: 3, isPremium: false, voted: true, tells }),
  }) as unknown as AppContext;

test.each([
  [true, []],
  [false, [{ tone: 'info', text: 'Confirm your email address to get emails about this request.' }]],
])('asking for emails shows whether they will be sent (%s)', async (tells, toasts) => {
  const drawn: unknown[] = [];
  await vote(context(tells), request, { voted: true, tells: true }, (change) => drawn.push(change.tells));
  expect(drawn).toEqual([true, tells]);
  expect(takeToasts()).toEqual(toasts);
});

test('asking for emails while a vote is in flight works; a second press on the vote is ignored', async () => {
  const drawn: unknown[] = [];
  const sent: unknown[] = [];
  const under = {
    queryCache: createQueryCache(),
    transport: async (_method: string, _path: string, { body }: { body?: { tells?: boolean } }) => {
      sent.push(body);
      await Promise.resolve();
      return { votes: 4, isPremium: false, voted: true, tells: body?.tells ?? false };
    },
  } as unknown as AppContext;
  const unvoted = { ...request, voted: false };
  const first = vote(under, unvoted, { voted: true }, (change) => drawn.push(change.tells));
  const again = vote(under, { ...unvoted, voted: true, votes: 4 }, { voted: false });
  const told = { ...unvoted, voted: true, votes: 4 };
  const second = vote(under, told, { voted: true, tells: true }, (change) => drawn.push(change.tells));
  const third = vote(under, told, { voted: true, tells: true });
  await Promise.all([first, again, second, third]);
  expect(sent).toEqual([{}, { tells: true }]);
  expect(drawn).toEqual([false, false, true, true]);
});
