import { expect, test } from 'vitest';
import type { AppContext } from '#client/kit/data/app-context.ts';
import { excerptOf, threadHead } from './forum-head.ts';
import { pageWith, post } from './live/sample-thread.ts';

test('an excerpt is plain text, cut between words', () => {
  expect(excerptOf('## Skin *tones*\n\n```\ncode\n```\n> [a link](https://a.example) and more')).toBe(
    'Skin tones a link and more',
  );
  const long = excerptOf('seven77 '.repeat(50));
  expect(long).toMatch(/^(seven77 ){18,19}seven77…$/);
  expect(long.length).toBeLessThanOrEqual(161);
  expect(excerptOf('a'.repeat(500), 300)).toBe(`${'a'.repeat(300 - 60)}…`);
});

test.each(['[', '![', '[a](', '```', '`a', '[]('])('an excerpt of a very long text of %j is fast', (sign) => {
  const text = sign.repeat(50_000 / sign.length);
  const before = performance.now();
  for (let turn = 0; turn < 20; turn += 1) excerptOf(text);
  expect(performance.now() - before).toBeLessThan(3000);
});

test('structured data contains the beginning of each post, not all of the text', () => {
  const context = { site: { siteName: 'Helix' }, origin: 'https://site.example' } as AppContext;
  const content = '**Long** words. '.repeat(3000);
  const thread = pageWith([1, 2], { content, posts: [post(1, { content }), post(2, { content })] });
  const { description, jsonLd } = threadHead(context, thread);
  expect(description?.length).toBeLessThanOrEqual(161);
  const [{ text, comment }] = jsonLd as [{ text: string; comment: { text: string }[] }];
  expect(comment).toHaveLength(1);
  for (const words of [text, comment[0]?.text]) {
    expect(words).toMatch(/^Long words\. .*…$/);
    expect(words?.length).toBeLessThanOrEqual(301);
  }
});
