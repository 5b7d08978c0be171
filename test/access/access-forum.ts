// Access scenarios for reading and writing in the forum.
import type { InjectOptions } from 'fastify';
import { addThread, sharedSubcategory } from '#test/harness/forum.ts';
import type { Asker, World } from './access-world.ts';

type Scenario = (world: World, asker: Asker) => Promise<InjectOptions>;

/** Adds a thread by the owner, with the owner's own reply. */
const addOwnersThread = async (world: World, { isLocked = false } = {}) => {
  const subcategory = await sharedSubcategory(world);
  const given = { subcategoryId: subcategory.id, authorId: world.owner.id, posts: 2, isLocked };
  const { id, postIds } = await addThread(world, given);
  const [first = '', reply = ''] = postIds;
  return { ...subcategory, subcategoryId: subcategory.id, id, first, reply };
};

type Thread = Awaited<ReturnType<typeof addOwnersThread>>;

const read =
  (url: (thread: Thread) => string): Scenario =>
  async (world, { headers }) => ({ method: 'GET', url: url(await addOwnersThread(world)), headers });

const write =
  (
    method: 'POST' | 'PUT',
    url: (thread: Thread) => string,
    payload: (thread: Thread) => object,
    options: { isLocked?: boolean } = {},
  ): Scenario =>
  async (world, { headers }) => {
    const thread = await addOwnersThread(world, options);
    return { method, url: url(thread), headers, payload: payload(thread) };
  };

const answerTo = ({ id }: Thread) => ({ threadId: id, content: 'The colour page has it.' });

export const forumScenarios: Record<string, Scenario> = {
  'GET /community': async (_world, { headers }) => ({
    method: 'GET',
    url: '/community',
    headers: { ...headers, accept: 'text/html' },
  }),
  'GET /community/search': async (_world, { headers }) => ({
    method: 'GET',
    url: '/community/search?search=skin',
    headers: { ...headers, accept: 'text/html' },
  }),
  'GET /api/forum/categories': read(() => '/api/forum/categories'),
  'GET /api/forum/threads/{id}': read(({ id }) => `/api/forum/threads/${id}`),
  'GET /api/forum/categories/{cat}/{sub}': read(({ address }) => `/api/forum/categories/${address}`),
  'GET /api/forum/threads?categoryId=': read(({ subcategoryId }) => `/api/forum/threads?categoryId=${subcategoryId}`),
  'GET /api/forum/search': read(() => '/api/forum/search?search=skin'),
  'GET /api/forum/resources/{id}/threads': async ({ resources }, { headers }) => ({
    method: 'GET',
    url: `/api/forum/resources/${resources.free}/threads`,
    headers,
  }),
  'POST /api/forum/threads': write(
    'POST',
    () => '/api/forum/threads',
    ({ subcategoryId }) => ({ title: 'Skin tones', content: 'How?', categoryId: subcategoryId, tags: [] }),
  ),
  'POST /api/forum/posts': write('POST', () => '/api/forum/posts', answerTo),
  'POST /api/forum/posts (locked thread)': write('POST', () => '/api/forum/posts', answerTo, { isLocked: true }),
  'PUT /api/forum/posts/{id} (first post)': write(
    'PUT',
    ({ first }) => `/api/forum/posts/${first}`,
    () => ({ content: 'Said otherwise' }),
  ),
  'PUT /api/forum/posts/{id} (reply)': write(
    'PUT',
    ({ reply }) => `/api/forum/posts/${reply}`,
    () => ({ content: 'Said otherwise' }),
  ),
  'POST /api/forum/reactions': write(
    'POST',
    () => '/api/forum/reactions',
    ({ reply }) => ({ postId: reply, type: 'like' }),
  ),
  // Each role removes its own reaction. Callers who cannot have a reaction try to remove the owner's.
  'DELETE /api/forum/reactions/{id}': async (world, { person, role, headers }) => {
    const { reply } = await addOwnersThread(world);
    const userId = role === 'banned' || person === null ? world.owner.id : person.id;
    const { id } = await world.db
      .insertInto('forum_reactions')
      .values({ post_id: reply, user_id: userId, type: 'like', created_at: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow();
    await world.db.updateTable('forum_posts').set({ like_count: 1 }).where('id', '=', reply).execute();
    return { method: 'DELETE', url: `/api/forum/reactions/${id}`, headers };
  },
  'GET /api/forum/posts/{id}': read(({ reply }) => `/api/forum/posts/${reply}`),
  'GET /api/forum/posts/{id}/versions': read(({ first }) => `/api/forum/posts/${first}/versions`),
  'POST /api/forum/threads/{id}/view': write(
    'POST',
    ({ id }) => `/api/forum/threads/${id}/view`,
    () => ({}),
  ),
  'GET /api/forum/seen': read(({ id }) => `/api/forum/seen?threads=${id}`),
  'GET /api/forum/allowance': async (_world, { headers }) => ({ method: 'GET', url: '/api/forum/allowance', headers }),
  'PUT /api/forum/subcategories/{id}/read': write(
    'PUT',
    ({ subcategoryId }) => `/api/forum/subcategories/${subcategoryId}/read`,
    () => ({}),
  ),
  'PUT /api/forum/threads/{id}/subscription': write(
    'PUT',
    ({ id }) => `/api/forum/threads/${id}/subscription`,
    () => ({}),
  ),
  'DELETE /api/forum/threads/{id}/subscription': async (world, { headers }) => {
    const { id } = await addOwnersThread(world);
    return { method: 'DELETE', url: `/api/forum/threads/${id}/subscription`, headers };
  },
  'PUT /api/forum/threads/{id}/seen': write(
    'PUT',
    ({ id }) => `/api/forum/threads/${id}/seen`,
    () => ({ number: 1 }),
  ),
};
