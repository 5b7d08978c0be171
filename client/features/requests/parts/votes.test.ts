import { expect, test } from 'vitest';
import { createAnswers } from '#client/kit/answers.ts';
import type { Services } from '#client/kit/services.ts';
import { takeToasts } from '#client/ui/toast-queue.ts';
import type { ResourceRequest } from '#contract/requests.ts';
import { vote } from './votes.ts';

const request = { id: 'a', votes: 3, voted: true, tells: false, isPremium: false } as ResourceRequest;

const services = (tells: boolean) =>
  ({
    answers: createAnswers(),
    transport: async () => ({ votes: 3, isPremium: false, voted: true, tells }),
  }) as unknown as Services;

test.each([
  [true, []],
  [false, [{ tone: 'info', text: 'Confirm your email address first: then a mail tells you.' }]],
])('who asks to be told and is (%s) is shown what holds', async (tells, toasts) => {
  const drawn: unknown[] = [];
  await vote(services(tells), request, { voted: true, tells: true }, (change) => drawn.push(change.tells));
  expect(drawn).toEqual([true, tells]);
  expect(takeToasts()).toEqual(toasts);
});
