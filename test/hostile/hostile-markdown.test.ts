// Hostile Markdown in everything that a post can contain. It is stored unchanged and rendered with only a few allowed elements.
import { createRequire } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Post } from '#contract/forum/api.ts';
import { POST_MAX_CHARACTERS } from '#contract/forum/limits.ts';
import { addThread, sharedSubcategory } from '#test/harness/forum.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { hostileCases } from './hostile-inputs.ts';
import { POST_ELEMENTS, scriptPayloads } from './script-payloads.ts';

// The package has no types.
const { JSDOM } = createRequire(import.meta.url)('jsdom') as { JSDOM: new (html: string) => { window: Window } };

let test: TestApp;
let ann: Person;
let categoryId: string;
let threadId: string;
let first: string;
beforeAll(async () => {
  test = await startTestApp();
  ann = await test.addPerson();
  categoryId = (await sharedSubcategory(test)).id;
  const thread = await addThread(test, { subcategoryId: categoryId, authorId: ann.id });
  threadId = thread.id;
  first = thread.postIds[0] ?? '';
});
afterAll(() => test.stop());

const send = (method: 'POST' | 'PUT', url: string, payload: object) => test.call({ method, url, payload }, ann);
const readPost = async (url: string) => (await test.call({ method: 'GET', url })).json();

/** Disallowed elements, attributes and URLs in a post's HTML, which is parsed as in a browser. */
const objections = (html: string): string[] =>
  [...new JSDOM(html).window.document.body.querySelectorAll('*')].flatMap((element) => {
    const allowed = POST_ELEMENTS[element.localName];
    if (!allowed) return [`<${element.localName}>`];
    const strange = element.getAttributeNames().filter((name) => !allowed.includes(name));
    const address = element.getAttribute('href') ?? element.getAttribute('src') ?? '/';
    const { protocol, origin } = new URL(address, test.deps.publicUrl());
    const isForeign = origin !== new URL(test.deps.publicUrl()).origin;
    const isNamed = element.getAttribute('rel') === 'nofollow ugc noopener';
    return [
      ...strange.map((name) => `${element.localName} ${name}`),
      ...(/^(https?|mailto):$/.test(protocol) ? [] : [address]),
      ...(isForeign && (element.localName === 'img' || !isNamed) ? [`${element.localName} to ${address}`] : []),
    ];
  });

describe('a script in a post', () => {
  it('is one of more than 60', () => {
    expect(new Set(scriptPayloads).size).toBeGreaterThan(60);
    expect(
      objections('<p onclick="x"><u>a</u><a href="javascript:x">b</a><img src="https://evil.example/x"></p>'),
    ).toEqual(['p onclick', '<u>', 'javascript:x', 'a to javascript:x', 'img to https://evil.example/x']);
  });

  it.each(scriptPayloads.map((text) => [JSON.stringify(text).slice(0, 70), text] as const))(
    '%s is stored unchanged and shown as text',
    async (_name, content) => {
      const thread = await send('POST', '/api/forum/threads', {
        title: `Of ${content.length}`,
        content,
        categoryId,
        tags: [],
      });
      expect(thread.statusCode, thread.body).toBe(201);
      const begun = await readPost(`/api/forum/threads/${thread.json().id}`);
      const reply = await send('POST', '/api/forum/posts', { threadId, content });
      expect(reply.statusCode, reply.body).toBe(201);
      const edited = await send('PUT', `/api/forum/posts/${first}`, { content });
      expect(edited.statusCode, edited.body).toBe(200);
      const posts: Post[] = [
        begun.posts[0],
        reply.json(),
        edited.json(),
        (await readPost(`/api/forum/posts/${reply.json().id}`)).post,
        (await readPost(`/api/forum/posts/${first}`)).post,
      ];
      const preview = await send('POST', '/api/forum/preview', { content });
      expect(preview.statusCode).toBe(200);
      for (const post of posts) {
        expect(post.content).toBe(content);
        expect(post.html).toBe(preview.json().html);
      }
      expect(objections(preview.json().html), preview.json().html).toEqual([]);
    },
  );
});

describe('expensive Markdown', () => {
  const generated = hostileCases.filter(({ kind, how }) => kind === 'markdown' && how === 'generator');
  const make = (input: string): string => {
    const [how = '', what = '', count = '1'] = input.split(':');
    if (how === 'repeat') return what.repeat(Number(count));
    const [rows = 1, columns = 1] = what.split('x').map(Number);
    return `${'|a'.repeat(columns)}\n${'|-'.repeat(columns)}\n${`${'|b'.repeat(columns)}\n`.repeat(rows)}`;
  };

  it.each(generated.map(({ label = '', input }) => [label, make(input)] as const))(
    '%s is rejected if too long, otherwise shown while other requests are served',
    async (_name, text) => {
      const preview = (content: string) => send('POST', '/api/forum/preview', { content });
      const long = await preview(text);
      // A body above the size limit is not even read.
      expect([400, 413]).toContain(long.statusCode);
      await preview('warm');
      let longest = 0;
      let last = performance.now();
      const clock = setInterval(() => {
        longest = Math.max(longest, performance.now() - last);
        last = performance.now();
      }, 1);
      const cut = text.slice(0, POST_MAX_CHARACTERS);
      const replies = await Promise.all([cut, cut, cut].map(preview));
      clearInterval(clock);
      for (const reply of replies) {
        expect(reply.statusCode, reply.body.slice(0, 200)).toBe(200);
        expect(objections(reply.json().html.slice(0, 20_000))).toEqual([]);
      }
      // The target is 100 ms on an idle machine. The Markdown parser alone would take seconds for the worst of these inputs.
      expect(longest).toBeLessThan(400);
    },
  );
});
