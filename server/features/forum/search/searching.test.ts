// The forum's search: what it finds, in which order, and what it never shows.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FORUM_HITS_MAX, FORUM_HITS_PER_PAGE } from '#contract/forum/limits.ts';
import type { ForumHits, Passage } from '#contract/forum/search.ts';
import { splitWords } from '#server/features/forum/search/queries.ts';
import { addSubcategory, addThread, type TestSubcategory } from '#test/harness/forum.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';

let test: TestApp;
let ann: Person;
let place: TestSubcategory;
beforeAll(async () => {
  test = await startTestApp();
  ann = await test.addPerson('leaker');
  place = await addSubcategory(test);
});
afterAll(() => test.stop());

const search = async (query: Record<string, string>): Promise<ForumHits> => {
  const answer = await test.call({ url: `/api/forum/search?${new URLSearchParams(query)}` });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<ForumHits>();
};
const places = async (query: Record<string, string>) =>
  (await search(query)).posts.map(({ threadId, number }) => `${threadId} ${number}`);

/** Splits the words of all posts, as the job does. */
const splitAll = () => splitWords(test.db, 10_000);

type Given = Partial<Parameters<typeof addThread>[1]>;

/** Adds a thread with these posts. */
const write = async (title: string, contents: readonly string[], given: Given = {}) => {
  const thread = await addThread(test, {
    subcategoryId: place.id,
    authorId: ann.id,
    title,
    posts: contents.length,
    ...given,
  });
  for (const [index, content] of contents.entries())
    await test.db
      .updateTable('forum_posts')
      .set({ content, html: `<p>${content}</p>\n` })
      .where('id', '=', thread.postIds[index] ?? '')
      .execute();
  return { ...thread, at: (number: number) => `${thread.id} ${number}` };
};

const hits = (passage: Passage | undefined) => passage?.filter(({ isHit }) => isHit).map(({ text }) => text);
const text = (passage: Passage | undefined) => passage?.map((piece) => piece.text).join('');

describe('a search', () => {
  it('finds posts with all words, in any order, whatever case and accents', async () => {
    const thread = await write('Meridian', ['First words', 'The Café has a vermilion wall', 'Vermilion alone']);
    expect(await places({ search: 'VERMILION cafe' })).toEqual([thread.at(2)]);
    expect((await places({ search: 'vermilion' })).sort()).toEqual([thread.at(2), thread.at(3)].sort());
  });

  it('finds a thread by its title, with words of the first post', async () => {
    const thread = await write('Bleaching the silver', ['How far do you pull the quillwork?', 'Not far.']);
    expect(await places({ search: 'silver bleaching quillwork' })).toEqual([thread.at(1)]);
  });

  it('finds the beginning of a word and the singular of a plural, but short words only as a whole', async () => {
    const thread = await write('Ozokerite', ['A palimpsest of xq things', 'Two palimpsests']);
    expect((await places({ search: 'palimps' })).length).toBe(2);
    expect((await places({ search: 'palimpsests' })).length).toBe(2);
    expect(await places({ search: 'xq' })).toEqual([thread.at(1)]);
    expect(await places({ search: 'ozokerite x', in: place.address })).toEqual([]);
  });

  it('puts matching titles first, then whole words, then the newest', async () => {
    const minute = (count: number) => new Date(Date.now() - count * 60_000);
    const titled = await write('All about halyards', ['Ropes'], { at: minute(90) });
    const beginning = await write('One', ['The halyardsman'], { at: minute(1) });
    const older = await write('Two', ['A halyards thing'], { at: minute(60) });
    const newer = await write('Three', ['Another halyards thing'], { at: minute(30) });
    expect(await places({ search: 'halyards' })).toEqual([titled, newer, older, beginning].map((one) => one.at(1)));
    expect(await places({ search: 'halyards', sort: 'oldest' })).toEqual(
      [titled, older, newer, beginning].map((one) => one.at(1)),
    );
    expect(await places({ search: 'halyards', sort: 'newest' })).toEqual(
      [beginning, newer, older, titled].map((one) => one.at(1)),
    );
  });

  it('marks the words in the title and in a passage around the first of them', async () => {
    const long = `${'Nothing here. '.repeat(40)}Then the zoetrope turns &amp; stops. ${'More of it. '.repeat(40)}`;
    await write('The zoetropes', [long]);
    const [hit] = (await search({ search: 'zoetropes' })).posts;
    expect(hits(hit?.title)).toEqual(['zoetropes']);
    expect(hits(hit?.excerpt)).toEqual(['zoetrope']);
    expect(text(hit?.excerpt)).toMatch(/^… .*Then the zoetrope turns & stops\. More of it\..* …$/);
    expect((text(hit?.excerpt) ?? '').length).toBeLessThan(240);
  });

  it('never finds removed posts, nor posts of removed threads, and follows edits', async () => {
    const thread = await write('Kept', ['First', 'An isochron drifts', 'An isochron again']);
    const gone = await write('An isochron', ['Isochron']);
    await test.db
      .updateTable('forum_posts')
      .set({ deleted_at: new Date() })
      .where('id', '=', thread.postIds[1] ?? '')
      .execute();
    await test.db.updateTable('forum_threads').set({ deleted_at: new Date() }).where('id', '=', gone.id).execute();
    expect(await places({ search: 'isochron' })).toEqual([thread.at(3)]);
    await test.db.updateTable('forum_threads').set({ deleted_at: null }).where('id', '=', gone.id).execute();
    expect(await places({ search: 'isochron' })).toEqual([gone.at(1), thread.at(3)]);
    const edit = { content: 'Something else', html: '<p>Something else</p>' };
    await test.db
      .updateTable('forum_posts')
      .set(edit)
      .where('id', '=', thread.postIds[2] ?? '')
      .execute();
    expect(await places({ search: 'isochron' })).toEqual([gone.at(1)]);
  });

  it('follows posts to another author', async () => {
    const heir = await test.addPerson();
    const thread = await write('Inherited', ['A tympan']);
    expect(await places({ search: 'tympan', author: heir.username })).toEqual([]);
    await test.db.updateTable('forum_posts').set({ author_id: heir.id }).where('thread_id', '=', thread.id).execute();
    expect(await places({ search: 'tympan', author: heir.username })).toEqual([thread.at(1)]);
  });

  it('finds what people post through the site immediately', async () => {
    const thread = await write('Posting', ['First']);
    const payload = { threadId: thread.id, content: 'An **anamorphosis**, no less.' };
    const written = await test.call({ method: 'POST', url: '/api/forum/posts', payload }, ann);
    expect(written.statusCode, written.body).toBe(201);
    const { posts } = await search({ search: 'anamorphosis' });
    expect(posts.map(({ id, author }) => [id, author.username])).toEqual([[written.json().id, ann.username]]);
    expect(text(posts[0]?.excerpt)).toBe('An anamorphosis, no less.');
  });

  it('offers new threads with similar titles if nothing matches', async () => {
    const thread = await write('Calibrating the pentaprism', ['Where to begin']);
    const found = await search({ search: 'calibratin the pentaprsim' });
    expect([found.isSimilar, found.posts.map(({ threadId }) => threadId)]).toEqual([true, [thread.id]]);
    expect((await search({ search: 'calibratin the pentaprsim', author: ann.username })).posts).toEqual([]);
  });

  it('finds nothing for signs alone', async () => {
    expect((await search({ search: "'& !| %" })).posts).toEqual([]);
  });
});

describe('filters', () => {
  it('select an author, a part of the forum and days', async () => {
    const ben = await test.addPerson('member');
    const elsewhere = await addSubcategory(test);
    const day = (date: string) => ({ at: new Date(`${date}T12:00:00Z`) });
    const mine = await write('Filters', ['A cordwainer'], { ...day('2026-03-01') });
    const theirs = await write('Filters', ['A cordwainer'], { ...day('2026-03-02'), authorId: ben.id });
    const other = await write('Filters', ['A cordwainer'], { ...day('2026-03-03'), subcategoryId: elsewhere.id });
    const found = (query: Record<string, string>) => places({ search: 'cordwainer', ...query });
    expect(await found({})).toEqual([other, theirs, mine].map((one) => one.at(1)));
    expect(await found({ author: ben.username })).toEqual([theirs.at(1)]);
    expect(await found({ in: elsewhere.address })).toEqual([other.at(1)]);
    expect(await found({ in: elsewhere.address.split('/')[0] ?? '' })).toEqual([other.at(1)]);
    expect(await found({ from: '2026-03-02', to: '2026-03-02' })).toEqual([theirs.at(1)]);
    expect(await found({ from: '2026-03-02' })).toEqual([other.at(1), theirs.at(1)]);
    expect(await found({ to: '2026-03-01', author: ben.username })).toEqual([]);
    expect(await places({ author: ben.username })).toEqual([theirs.at(1)]);
  });

  it('find nothing by an unknown or deleted author, and reject an unknown part of the forum', async () => {
    const gone = await test.addPerson('member');
    await write('Gone', ['A lorimer'], { authorId: gone.id });
    await test.db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', gone.id).execute();
    expect(await places({ search: 'lorimer', author: gone.username })).toEqual([]);
    expect(await places({ search: 'lorimer', author: 'nobody-here' })).toEqual([]);
    expect((await search({ search: 'lorimer' })).posts[0]?.author).toMatchObject({
      id: null,
      username: 'deleted user',
    });
    const unknown = await test.call({ url: '/api/forum/search?search=lorimer&in=none/here' });
    expect(unknown.statusCode).toBe(404);
    expect((await test.call({ url: '/api/forum/search?from=yesterday' })).statusCode).toBe(400);
  });
});

describe('a common word', () => {
  it('finds the newest posts, a page at a time', async () => {
    const thread = await addThread(test, { subcategoryId: place.id, authorId: ann.id, posts: FORUM_HITS_MAX + 30 });
    const content = 'A wayzgoose';
    await test.db.updateTable('forum_posts').set({ content }).where('thread_id', '=', thread.id).execute();
    await splitAll();
    const first = await search({ search: 'wayzgoose' });
    expect(first.pagination).toMatchObject({ total: FORUM_HITS_MAX, pages: 10, atLeast: true });
    expect(first.posts.map(({ number }) => number)).toEqual(
      Array.from({ length: FORUM_HITS_PER_PAGE }, (_, index) => FORUM_HITS_MAX + 30 - index),
    );
    const last = await search({ search: 'wayzgoose', page: '10' });
    expect(last.posts.at(-1)?.number).toBe(31);
    expect((await search({ search: 'wayzgoose', page: '11' })).posts).toEqual([]);
  });

  it('is found from the index if the newest posts do not have it', async () => {
    const old = await write('Old', ['A quoin'], { at: new Date('2020-01-01') });
    const others = await addThread(test, { subcategoryId: place.id, authorId: ann.id, posts: 2100 });
    expect(others.postIds.length).toBe(2100);
    await splitAll();
    expect(await places({ search: 'quoin' })).toEqual([old.at(1)]);
  });
});
