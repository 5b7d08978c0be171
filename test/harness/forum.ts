// Forum categories, subcategories and threads for tests.
import { randomUUID } from 'node:crypto';
import { RENDERER } from '#server/features/forum/write/rules.ts';
import type { TestApp } from './harness.ts';

export type TestSubcategory = { id: string; categoryId: string; address: string };

/** Adds a subcategory in a new category. `address` is its path after /api/forum/categories/ and /community/. */
export async function addSubcategory({ db }: Pick<TestApp, 'db'>): Promise<TestSubcategory> {
  const slug = `c-${randomUUID().slice(0, 8)}`;
  const at = new Date();
  const category = await db
    .insertInto('forum_categories')
    .values({ name: 'Post-production', slug, icon: 'video', position: 0, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await db
    .insertInto('forum_subcategories')
    .values({ category_id: category.id, name: 'Colour', slug: 'colour', icon: 'image', position: 0, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, categoryId: category.id, address: `${slug}/colour` };
}

const shared = new WeakMap<object, Promise<TestSubcategory>>();

/** One subcategory that all callers share, because the number of categories is limited. */
export function sharedSubcategory(test: Pick<TestApp, 'db'>): Promise<TestSubcategory> {
  const made = shared.get(test.db) ?? addSubcategory(test);
  shared.set(test.db, made);
  return made;
}

export type TestThread = { id: string; postIds: string[] };

type GivenThread = {
  subcategoryId: string;
  authorId: string;
  title?: string;
  /** Creation time of the first post; each later post is one second newer than the one before. */
  at?: Date;
  /** Number of posts, including the first; 1 by default. */
  posts?: number;
  isPinned?: boolean;
  isLocked?: boolean;
};

/** Adds a thread and its posts as rows, and sets all counters as if users had written the posts. */
export async function addThread(
  { db }: Pick<TestApp, 'db'>,
  { subcategoryId, authorId, title = 'A thread', at = new Date(), posts = 1, ...marks }: GivenThread,
): Promise<TestThread> {
  const id = randomUUID();
  const rows = Array.from({ length: posts }, (_, place) => ({
    id: randomUUID(),
    thread_id: id,
    number: place + 1,
    author_id: authorId,
    content: `Post ${place + 1}`,
    html: `<p>Post ${place + 1}</p>\n`,
    renderer: RENDERER,
    created_at: new Date(at.getTime() + place * 1000),
  }));
  const last = rows.at(-1);
  if (!last) throw new Error('a thread has at least one post');
  const thread = {
    id,
    subcategory_id: subcategoryId,
    author_id: authorId,
    title,
    excerpt: 'Post 1',
    is_pinned: marks.isPinned ?? false,
    is_locked: marks.isLocked ?? false,
    post_count: posts,
    last_number: posts,
    last_post_id: last.id,
    last_post_number: posts,
    last_post_author_id: authorId,
    last_post_at: last.created_at,
    created_at: at,
  };
  await db.insertInto('forum_threads').values(thread).execute();
  await db.insertInto('forum_posts').values(rows).execute();
  await db.insertInto('forum_participants').values({ thread_id: id, user_id: authorId, first_number: 1 }).execute();
  await db
    .updateTable('forum_subcategories')
    .set((row) => ({ thread_count: row('thread_count', '+', 1), post_count: row('post_count', '+', posts) }))
    .where('id', '=', subcategoryId)
    .execute();
  await db
    .updateTable('users')
    .set((row) => ({ posts_count: row('posts_count', '+', posts) }))
    .where('id', '=', authorId)
    .execute();
  return { id, postIds: rows.map((row) => row.id) };
}
