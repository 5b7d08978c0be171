import { expect, it } from 'vitest';
import type { Post } from '#contract/forum/api.ts';
import { applied } from './composer-change.ts';
import { mentionAt, mentioned } from './composer-mentions.ts';
import { mentionOf, quoteOf } from './composer-quote.ts';

const caretIn = (shown: string) => {
  const caret = shown.indexOf('‸');
  return { text: shown.replace('‸', ''), start: caret, end: caret };
};

it.each([
  ['@ok‸', 'ok'],
  ['hey (@ok‸)', 'ok'],
  ['one\n@o-k_9‸ two', 'o-k_9'],
  ['@‸', undefined],
  ['mail@ok‸', undefined],
  ['a/@ok‸', undefined],
  ['@ok ‸', undefined],
  ['@o‸k', undefined],
  [`@${'a'.repeat(31)}‸`, undefined],
  ['set `@ok‸', undefined],
  ['```\n@ok‸', undefined],
  ['```\nx\n```\n@ok‸', 'ok'],
])('in %j the name %j is being typed', (shown, name) => {
  expect(mentionAt(caretIn(shown))?.name).toBe(name);
});

it('a chosen name replaces the typed part and is followed by one space', () => {
  for (const [shown, after] of [
    ['hey @ok‸', 'hey @okapi '],
    ['hey @ok‸ you', 'hey @okapi you'],
    ['hey @ok‸, you', 'hey @okapi , you'],
  ] as const) {
    const written = caretIn(shown);
    const mention = mentionAt(written);
    if (!mention) throw new Error(`no mention in ${shown}`);
    const change = mentioned(written, mention, 'okapi');
    expect(applied(written.text, change)).toBe(after);
    expect(change.start).toBe('hey @okapi '.length);
  }
});

const postOf = (content: string, id: string | null = 'x'): Post =>
  ({ content, author: { id, username: id === null ? 'deleted user' : 'okapi' } }) as Post;

it('a quote names its author and leaves out nested quotes', () => {
  expect(quoteOf(postOf('> before\n\nOne\r\n\r\n\r\n\r\nTwo\n'))).toBe('@okapi wrote:\n\n> One\n>\n> Two\n\n');
});

it('a deleted user is not mentioned', () => {
  expect(quoteOf(postOf('One', null))).toBe('deleted user wrote:\n\n> One\n\n');
  expect(mentionOf(postOf('One', null))).toBe('');
  expect(mentionOf(postOf('One'))).toBe('@okapi ');
});

it('a long post is quoted in part, cut between words', () => {
  const quote = quoteOf(postOf('lens flare '.repeat(1000)));
  expect(quote.length).toBeLessThan(1600);
  expect(quote).toMatch(/(lens|flare) …\n\n$/);
});
