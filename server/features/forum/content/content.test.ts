// Previews, name suggestions and pictures while a post is being written, and the cleanup of unused pictures.
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { POST_CARDS_MAX, POST_MAX_CHARACTERS, POST_MENTIONS_MAX } from '#contract/forum/limits.ts';
import { encodeForm } from '#test/harness/forms.ts';
import { addThread, sharedSubcategory } from '#test/harness/forum.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { runJobs } from '#test/harness/mailbox.ts';
import { addResource } from '#test/harness/resources.ts';
import { noteStatements } from '#test/harness/statements.ts';
import { prepareContent } from './actions.ts';
import { purgeForumPictures } from './jobs.ts';
import * as queries from './queries.ts';
import { pictureFileOf, postPictureKey } from './rules.ts';

const DAY_MS = 86_400_000;

let test: TestApp;
let member: Person;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(async () => await test.stop());
beforeEach(async () => {
  member = await test.addPerson();
});

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#468' } });

const upload = async (file: string | Uint8Array, person = member, app = test) => {
  const form = await encodeForm(['picture', file]);
  return await app.call({ method: 'POST', url: '/api/forum/pictures', ...form }, person);
};

describe('preparing a post', () => {
  const prepare = (content: string) => prepareContent(test.deps, content);

  it('takes at most two statements', async () => {
    const gone = await test.addPerson();
    await test.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', gone.id).execute();
    const [first, second, pending] = [
      await addResource(test, { authorId: member.id }),
      await addResource(test, { authorId: member.id }),
      await addResource(test, { authorId: member.id, status: 'PENDING' }),
    ];
    await test.db.updateTable('resources').set({ slug: 'soft-light' }).where('id', '=', second).execute();
    const statements = noteStatements(test);
    const prepared = await prepare(
      `**Hi** @${member.username.toUpperCase()} @${gone.username} @nobody-at-all\n\n` +
        `[a](/elements/soft-light) ${test.deps.publicUrl()}/resources/${first} [b](/resources/${second})\n` +
        `[c](/resources/${pending}) https://elsewhere.example/resources/${pending}`,
    );
    expect(statements.length).toBeLessThanOrEqual(2);
    expect(prepared).toMatchObject({ mentions: [member.username], resourceIds: [second, first], pictures: [] });
    expect(prepared.html).toContain(
      `<a href="/${member.username}">@${member.username.toUpperCase()}</a> @${gone.username}`,
    );
    expect(prepared.excerpt).toMatch(/^Hi @\S+ @\S+ @nobody-at-all a http/);
    statements.length = 0;
    await prepare('Words alone.');
    expect(statements).toEqual([]);
  });

  it('limits mentions, cards and the excerpt', async () => {
    const people = await Promise.all(Array.from({ length: POST_MENTIONS_MAX + 1 }, () => test.addPerson()));
    const resources = await Promise.all(
      Array.from({ length: POST_CARDS_MAX + 1 }, () => addResource(test, { authorId: member.id })),
    );
    const text = [...people.map(({ username }) => `@${username}`), ...resources.map((id) => `[x](/resources/${id})`)];
    const prepared = await prepare([...text, ...text].join(' '));
    expect(prepared.mentions).toEqual(people.slice(0, POST_MENTIONS_MAX).map(({ username }) => username));
    expect(prepared.resourceIds).toEqual(resources.slice(0, POST_CARDS_MAX));
    expect(prepared.excerpt).toHaveLength(300);
    const cut = (await prepare(`${'a'.repeat(299)}🎬 and more`)).excerpt;
    expect(cut).toBe('a'.repeat(299));
  });
});

describe('a preview', () => {
  it('renders a text like its post and stores nothing', async () => {
    const id = await addResource(test, { authorId: member.id, title: 'Ridgeline' });
    const ask = (content: string) =>
      test.call({ method: 'POST', url: '/api/forum/preview', payload: { content } }, member);
    const reply = await ask(`See [this](/resources/${id}), @${member.username}`);
    expect(reply.json()).toMatchObject({
      html: `<p>See <a href="/resources/${id}">this</a>, <a href="/${member.username}">@${member.username}</a></p>\n`,
      resources: [{ id, title: 'Ridgeline', author: member.username, isPremium: false }],
    });
    expect((await ask('x'.repeat(POST_MAX_CHARACTERS))).statusCode).toBe(200);
    expect((await ask('x'.repeat(POST_MAX_CHARACTERS + 1))).statusCode).toBe(400);
    expect((await ask(' \n ')).statusCode).toBe(400);
  });

  it('is rate-limited per person, and so are pictures', async () => {
    const limits = { postPreviews: { limit: 2, windowSeconds: 60 }, postPictures: { limit: 1, windowSeconds: 60 } };
    const strict = await startTestApp({ beside: test, limits });
    try {
      const other = await test.addPerson();
      const preview = (person: Person) =>
        strict.call({ method: 'POST', url: '/api/forum/preview', payload: { content: 'x' } }, person);
      const replies = await Promise.all([member, member, member, other].map(preview));
      expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 429]);
      const png = await picture(4, 4).png().toBuffer();
      expect((await upload(png, member, strict)).statusCode).toBe(201);
      expect((await upload(png, member, strict)).statusCode).toBe(429);
    } finally {
      await strict.stop();
    }
  });
});

describe('names', () => {
  const suggest = async (query: Record<string, string>) => {
    const url = `/api/forum/people?${new URLSearchParams(query)}`;
    const reply = await test.call({ method: 'GET', url }, member);
    return reply.json<{ username: string }[]>().map(({ username }) => username);
  };

  it('are suggested by prefix, thread participants first, without deleted or suspended accounts', async () => {
    const names = ['zora_b', 'zorab', 'zora-a', 'zora-c', 'zora-gone', 'zora-held'];
    const people = new Map<string, Person>();
    for (const username of names) people.set(username, await test.addPerson('member', { username }));
    const idOf = (name: string) => people.get(name)?.id ?? '';
    await test.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', idOf('zora-gone')).execute();
    await test.db.updateTable('users').set({ suspended_at: new Date() }).where('id', '=', idOf('zora-held')).execute();
    expect(await suggest({ name: 'ZORA' })).toEqual(['zora-a', 'zora-c', 'zora_b', 'zorab']);
    expect(await suggest({ name: 'zora_' })).toEqual(['zora_b']);
    const { id: subcategoryId } = await sharedSubcategory(test);
    const { id: threadId } = await addThread(test, { subcategoryId, authorId: idOf('zora-c') });
    await test.db
      .insertInto('forum_participants')
      .values(
        ['zora-gone', 'zorab'].map((name, place) => ({
          thread_id: threadId,
          user_id: idOf(name),
          first_number: place + 2,
        })),
      )
      .execute();
    expect(await suggest({ name: 'zora', threadId })).toEqual(['zora-c', 'zorab', 'zora-a', 'zora_b']);
    expect(await suggest({ name: '', threadId })).toEqual(['zora-c', 'zorab']);
    await test.db.updateTable('forum_threads').set({ deleted_at: new Date() }).where('id', '=', threadId).execute();
    expect(await suggest({ name: '', threadId })).toEqual([]);
    expect(await suggest({ name: 'zora', threadId })).toEqual(['zora-a', 'zora-c', 'zora_b', 'zorab']);
    expect(await suggest({ name: '' })).toEqual([]);
  });

  it('are limited to eight suggestions with only name and picture', async () => {
    for (let count = 0; count < 9; count += 1) await test.addPerson('member', { username: `yana-${count}` });
    const reply = await test.call({ method: 'GET', url: '/api/forum/people?name=yana' }, member);
    expect(reply.json()).toHaveLength(8);
    expect(Object.keys(reply.json()[0]).sort()).toEqual(['avatar', 'username']);
    for (const name of ['a%', 'ä', 'x'.repeat(31)])
      expect(
        (await test.call({ method: 'GET', url: `/api/forum/people?${new URLSearchParams({ name })}` }, member))
          .statusCode,
      ).toBe(400);
  });
});

describe('a picture', () => {
  it('is scaled down whole, turned upright and stripped of metadata', async () => {
    const photograph = await picture(2000, 1000)
      .withExif({ IFD0: { Artist: 'Someone' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const reply = await upload(photograph);
    expect(reply.statusCode, reply.body).toBe(201);
    const { url, width, height } = reply.json();
    expect({ width, height }).toEqual({ width: 800, height: 1600 });
    const got = await test.call({ method: 'GET', url });
    expect(got.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=86400',
    });
    const facts = await sharp(got.rawPayload).metadata();
    expect(facts).toMatchObject({ format: 'webp', width: 800, height: 1600 });
    expect(facts.exif ?? facts.xmp ?? facts.iptc).toBeUndefined();
    const again = await test.call({ method: 'GET', url, headers: { 'if-none-match': String(got.headers.etag) } });
    expect(again.statusCode).toBe(304);
    expect(again.headers['cache-control']).toBe('public, max-age=86400');
    const shown = await prepareContent(test.deps, `![A *frame*](${url})`);
    await test.deps.storage.delete(postPictureKey(pictureFileOf(url) ?? '') ?? '');
    // A cached copy must not be revalidated after the file was deleted.
    const gone = await test.call({ method: 'GET', url, headers: { 'if-none-match': String(got.headers.etag) } });
    expect(gone.statusCode).toBe(404);
    expect(shown.html).toContain(`<img src="${url}" alt="A *frame*" width="800" height="1600" loading="lazy" />`);
    expect(shown).toMatchObject({ pictures: [pictureFileOf(url)], excerpt: 'A *frame*' });
  });

  it('is never enlarged, and only the first frame of an animation is kept', async () => {
    expect((await upload(await picture(40, 30).png().toBuffer())).json()).toMatchObject({ width: 40, height: 30 });
    const stills = await Promise.all(
      [picture(20, 20), picture(20, 20).negate()].map((still) => still.png().toBuffer()),
    );
    const frames = await sharp(stills, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect((await sharp(frames).metadata()).pages).toBe(2);
    const { url } = (await upload(frames)).json();
    expect((await sharp((await test.call({ method: 'GET', url })).rawPayload).metadata()).pages ?? 1).toBe(1);
  });

  it.each([
    ['a text', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'NOT_AN_IMAGE'],
    ['half a picture', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'NOT_AN_IMAGE'],
    ['a part without a file', 'words', 'BAD_INPUT'],
  ])('is refused: %s', async (_name, body, code) => {
    const reply = await upload(body);
    expect(reply.json()).toMatchObject({ status: 400, code, fields: { picture: expect.any(String) } });
    expect(
      await test.db.selectFrom('forum_pictures').select('file').where('user_id', '=', member.id).execute(),
    ).toEqual([]);
  });

  it.each(['x', '..%2f..%2fsecret', `${'0'.repeat(36)}.webp`])('is not found under the name %s', async (file) => {
    expect((await test.call({ method: 'GET', url: `/public/forum/${file}` })).statusCode).toBe(404);
  });
});

describe('pictures that no post shows', () => {
  const sweep = async () => {
    await purgeForumPictures.run({}, test.deps, {} as never);
    await runJobs(test);
  };
  const isThere = async (url: string) => (await test.call({ method: 'GET', url })).statusCode === 200;
  const add = async () => (await upload(await picture(8, 8).png().toBuffer())).json<{ url: string }>().url;
  const addPost = async () => {
    const { id: subcategoryId } = await sharedSubcategory(test);
    const { postIds } = await addThread(test, { subcategoryId, authorId: member.id });
    return postIds[0] ?? '';
  };
  const take = (url: string, post_id: string) =>
    test.db
      .updateTable('forum_pictures')
      .set({ post_id })
      .where('file', '=', pictureFileOf(url) ?? '')
      .where('post_id', 'is', null);

  it('are deleted after a day, row and file, even when the sweep runs twice', async () => {
    const [waiting, shown] = [await add(), await add()];
    await take(shown, await addPost()).execute();
    await sweep();
    expect([await isThere(waiting), await isThere(shown)]).toEqual([true, true]);
    test.moveClock(DAY_MS + 1000);
    const fresh = await add();
    await sweep();
    await sweep();
    expect([await isThere(waiting), await isThere(shown), await isThere(fresh)]).toEqual([false, true, true]);
    const rows = await test.db.selectFrom('forum_pictures').select('file').where('user_id', '=', member.id).execute();
    expect(rows.map(({ file }) => file).sort()).toEqual([shown, fresh].map((url) => pictureFileOf(url)).sort());
  });

  it('are kept when a post claims them during the sweep', async () => {
    const url = await add();
    const postId = await addPost();
    test.moveClock(DAY_MS + 1000);
    await test.db.transaction().execute(async (trx) => {
      await trx
        .updateTable('forum_pictures')
        .set({ post_id: postId })
        .where('file', '=', pictureFileOf(url) ?? '')
        .execute();
      await sweep();
    });
    await sweep();
    expect(await isThere(url)).toBe(true);
    expect(await queries.findShown(test.db, [pictureFileOf(url) ?? ''])).toEqual(new Set([pictureFileOf(url)]));
  });

  it('cannot be claimed by a post after the sweep', async () => {
    const url = await add();
    test.moveClock(DAY_MS + 1000);
    await sweep();
    const [taken] = await take(url, await addPost()).execute();
    expect(taken?.numUpdatedRows).toBe(0n);
    expect(await test.deps.storage.open(postPictureKey(pictureFileOf(url) ?? '') ?? '').catch(() => null)).toBeNull();
  });
});
