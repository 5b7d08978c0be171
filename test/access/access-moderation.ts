// Access scenarios for forum moderation and categories.
import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { addSubcategory, addThread, sharedSubcategory } from '#test/harness/forum.ts';
import type { Asker, World } from './access-world.ts';

type Scenario = (world: World, asker: Asker) => Promise<InjectOptions>;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Request = { url: string; payload?: object };

const send =
  (method: Method, request: (world: World) => Promise<Request>): Scenario =>
  async (world, { headers }) => ({ method, headers, ...(await request(world)) });

/** Adds a thread by the owner, with a reply. */
const addOwnersThread = async (world: World) => {
  const { id: subcategoryId } = await sharedSubcategory(world);
  const { id, postIds } = await addThread(world, { subcategoryId, authorId: world.owner.id, posts: 2 });
  return { thread: `/api/forum/threads/${id}`, reply: `/api/forum/posts/${postIds[1]}` };
};

const newPlace = () => ({ name: 'New', slug: `new-${randomUUID().slice(0, 8)}`, icon: 'star' });

/** The current order in the form that requests use, so that sending it changes nothing. */
const presentOrder = async ({ db }: World) => {
  const categories = await db.selectFrom('forum_categories').select('id').execute();
  const inside = await db.selectFrom('forum_subcategories').select(['id', 'category_id as of']).execute();
  return {
    categories: categories.map(({ id }) => ({
      id,
      subCategories: inside.filter((one) => one.of === id).map((one) => one.id),
    })),
  };
};

const reason = 'Advertising.';

const addSecond = async ({ db }: World, categoryId: string): Promise<string> => {
  const row = {
    category_id: categoryId,
    name: 'Sound',
    slug: 'sound',
    icon: 'music',
    position: 1,
    created_at: new Date(),
  };
  return (await db.insertInto('forum_subcategories').values(row).returning('id').executeTakeFirstOrThrow()).id;
};

type Places = { categoryId: string; first: string; second: string };

const made = new WeakMap<object, Record<'moderated' | 'other', Promise<Places>>>();

const addPlaces = async (world: World): Promise<Places> => {
  const { id: first, categoryId } = await addSubcategory(world);
  return { first, categoryId, second: await addSecond(world, categoryId) };
};

/** Two subcategories of a category: callers of the rows "by a moderator" moderate one of the two categories, nobody the other. */
const placesFor = (world: World, which: 'moderated' | 'other'): Promise<Places> => {
  const places = made.get(world.db) ?? { moderated: addPlaces(world), other: addPlaces(world) };
  made.set(world.db, places);
  return places[which];
};

type Moderated = Places & { thread: string; other: string; reply: string; removed: string; removedReply: string };

/** Threads by the owner, one of them removed, and one with a removed reply. */
const addModerated = async (world: World, places: Places): Promise<Moderated> => {
  const given = { subcategoryId: places.first, authorId: world.owner.id, posts: 3 };
  const [thread, other, removed] = [
    await addThread(world, given),
    await addThread(world, given),
    await addThread(world, given),
  ];
  const [, reply = '', removedReply = ''] = thread.postIds;
  const gone = { deleted_at: new Date(), delete_reason: reason };
  await world.db.updateTable('forum_posts').set(gone).where('id', '=', removedReply).execute();
  await world.db.updateTable('forum_threads').set(gone).where('id', '=', removed.id).execute();
  return { ...places, thread: thread.id, other: other.id, removed: removed.id, reply, removedReply };
};

const moderate =
  (method: Method, request: (given: Moderated) => Request): Scenario =>
  async (world, { headers }) => ({
    method,
    headers,
    ...request(await addModerated(world, await placesFor(world, 'other'))),
  });

/** The same by a moderator of the category. */
const asModerator =
  (method: Method, request: (given: Moderated) => Request): Scenario =>
  async (world, { headers, person }) => {
    const places = await placesFor(world, 'moderated');
    const row = { category_id: places.categoryId, user_id: person?.id ?? '', created_at: new Date() };
    if (person)
      await world.db
        .insertInto('forum_moderators')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    return { method, headers, ...request(await addModerated(world, places)) };
  };

const move = ({ thread, second }: Moderated) => ({
  url: `/api/forum/threads/${thread}/move`,
  payload: { subcategoryId: second, reason },
});
const merge = ({ thread, other }: Moderated) => ({
  url: `/api/forum/threads/${thread}/merge`,
  payload: { into: other, reason },
});
const restoreThread = ({ removed }: Moderated) => ({
  url: `/api/forum/threads/${removed}/restore`,
  payload: { reason },
});
const restorePost = ({ removedReply }: Moderated) => ({
  url: `/api/forum/posts/${removedReply}/restore`,
  payload: { reason },
});
const listRemoved = ({ first }: Moderated) => ({ url: `/api/forum/subcategories/${first}/removed` });

export const moderationScenarios: Record<string, Scenario> = {
  'PATCH /api/forum/threads/{id} (pin/lock)': send('PATCH', async (world) => ({
    url: (await addOwnersThread(world)).thread,
    payload: { isPinned: true, isLocked: true },
  })),
  'DELETE /api/forum/posts/{id}': send('DELETE', async (world) => ({
    url: (await addOwnersThread(world)).reply,
    payload: { reason },
  })),
  'DELETE /api/forum/threads/{id}': send('DELETE', async (world) => ({
    url: (await addOwnersThread(world)).thread,
    payload: { reason },
  })),
  'PATCH /api/forum/threads/{id} (by a moderator)': asModerator('PATCH', ({ thread }) => ({
    url: `/api/forum/threads/${thread}`,
    payload: { isLocked: true },
  })),
  'DELETE /api/forum/posts/{id} (by a moderator)': asModerator('DELETE', ({ reply }) => ({
    url: `/api/forum/posts/${reply}`,
    payload: { reason },
  })),
  'DELETE /api/forum/threads/{id} (by a moderator)': asModerator('DELETE', ({ thread }) => ({
    url: `/api/forum/threads/${thread}`,
    payload: { reason },
  })),
  'POST /api/forum/threads/{id}/move': moderate('POST', move),
  'POST /api/forum/threads/{id}/move (by a moderator)': asModerator('POST', move),
  'POST /api/forum/threads/{id}/merge': moderate('POST', merge),
  'POST /api/forum/threads/{id}/merge (by a moderator)': asModerator('POST', merge),
  'POST /api/forum/threads/{id}/restore': moderate('POST', restoreThread),
  'POST /api/forum/threads/{id}/restore (by a moderator)': asModerator('POST', restoreThread),
  'POST /api/forum/posts/{id}/restore': moderate('POST', restorePost),
  'POST /api/forum/posts/{id}/restore (by a moderator)': asModerator('POST', restorePost),
  'GET /api/forum/subcategories/{id}/removed': moderate('GET', listRemoved),
  'GET /api/forum/subcategories/{id}/removed (by a moderator)': asModerator('GET', listRemoved),
  'POST /api/admin/forum/categories/{id}/moderators': send('POST', async (world) => ({
    url: `/api/admin/forum/categories/${(await placesFor(world, 'other')).categoryId}/moderators`,
    payload: { username: world.owner.username },
  })),
  'DELETE /api/admin/forum/categories/{id}/moderators/{userId}': send('DELETE', async (world) => ({
    url: `/api/admin/forum/categories/${(await placesFor(world, 'other')).categoryId}/moderators/${world.owner.id}`,
  })),
  'GET /api/admin/forum': send('GET', async () => ({ url: '/api/admin/forum' })),
  'POST /api/admin/forum/categories': send('POST', async () => ({
    url: '/api/admin/forum/categories',
    payload: newPlace(),
  })),
  'PATCH /api/admin/forum/categories/{id}': send('PATCH', async (world) => ({
    url: `/api/admin/forum/categories/${(await sharedSubcategory(world)).categoryId}`,
    payload: { name: `Renamed ${randomUUID().slice(0, 8)}` },
  })),
  'POST /api/admin/forum/categories/{id}/subcategories': send('POST', async (world) => ({
    url: `/api/admin/forum/categories/${(await sharedSubcategory(world)).categoryId}/subcategories`,
    payload: { ...newPlace(), description: '' },
  })),
  'PATCH /api/admin/forum/subcategories/{id}': send('PATCH', async (world) => ({
    url: `/api/admin/forum/subcategories/${(await sharedSubcategory(world)).id}`,
    payload: { name: `Renamed ${randomUUID().slice(0, 8)}` },
  })),
  'PUT /api/admin/forum/order': send('PUT', async (world) => ({
    url: '/api/admin/forum/order',
    payload: await presentOrder(world),
  })),
};
