import { expect, it } from 'vitest';
import { isUnsure, objectionTo, troubleOf } from '#client/features/forum/components/composer/composer-trouble.ts';
import type { AppContext } from '#client/kit/data/app-context.ts';
import { CallError } from '#client/kit/data/call.ts';
import type { Post } from '#contract/forum/api.ts';
import { findOwn, findPosted } from './reply-form-sending.ts';

const postOf = (number: number, content: string, id: string | null = 'me'): Post =>
  ({ number, content, author: { id, username: 'okapi' } }) as Post;

it('a reply is found by its text, author and position', () => {
  const unsure = { content: 'One\n\nTwo', after: 3 };
  const mine = postOf(5, 'One\r\n\r\nTwo\n');
  expect(findOwn([postOf(4, 'One\n\nTwo', 'you'), mine], 'me', unsure)).toBe(mine);
  expect(findOwn([postOf(3, 'One\n\nTwo')], 'me', unsure)).toBeUndefined();
  expect(findOwn([postOf(4, 'One')], 'me', unsure)).toBeUndefined();
});

it('the search covers the pages from the last known post to the end, and no more', async () => {
  const asked: (string | undefined)[] = [];
  const servicesOf = (found: number): AppContext =>
    ({
      transport: async (_method: string, _path: string, { query }: { query?: { page?: string } }) => {
        const page = Number(query?.page);
        asked.push(query?.page);
        return { posts: page === found ? [postOf(page * 20, 'One')] : [], pagination: { pages: 4 } };
      },
    }) as unknown as AppContext;
  expect((await findPosted(servicesOf(3), 't', 'me', { content: 'One', after: 40 }))?.number).toBe(60);
  expect(asked).toEqual(['2', '3']);
  asked.length = 0;
  expect(await findPosted(servicesOf(0), 't', 'me', { content: 'One', after: 40 })).toBeUndefined();
  expect(asked).toEqual(['2', '3', '4']);
});

it.each([
  [new CallError('f', 0, null), true],
  [new CallError('f', 502, null), true],
  [new CallError('f', 500, 'INTERNAL'), true],
  [new CallError('f', 503, 'UNAVAILABLE'), true],
  [new CallError('f', 503, 'MAINTENANCE'), false],
  [new CallError('f', 423, 'THREAD_LOCKED'), false],
  [new Error('f'), false],
])('%s leaves the outcome unknown: %s', (error, answer) => {
  expect(isUnsure(error)).toBe(answer);
});

it.each([
  [new CallError('This thread is locked.', 423, 'THREAD_LOCKED'), 'This thread is locked.'],
  [
    new CallError('Too many requests. Please wait a moment and try again.', 429, 'TOO_MANY_REQUESTS', {}, 1),
    'Too many requests. Please wait 1 second and try again.',
  ],
  [
    new CallError('New accounts can post 10 times an hour.', 429, 'TOO_MANY_REQUESTS', {}, 1201),
    'New accounts can post 10 times an hour. Please wait 21 minutes and try again.',
  ],
  [new CallError('f', 0, null), 'The site could not be reached. Check your connection and try again.'],
])('%s is shown as %j', (error, sentence) => {
  expect(troubleOf(error)).toBe(sentence);
});

it('empty and too long texts are refused before sending', () => {
  expect(objectionTo(' \n\t')).toBe('Write something first.');
  expect(objectionTo('a'.repeat(50_001))).toBe('At most 50000 characters.');
  expect(objectionTo('🎬')).toBeNull();
});
