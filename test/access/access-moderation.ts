// Access scenarios for forum moderation and categories.
import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { addThread, sharedSubcategory } from '#test/harness/forum.ts';
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
