// Access scenarios for reports.
import type { InjectOptions } from 'fastify';
import { resourcePath } from '#contract/paths.ts';
import { addSubcategory, addThread, type TestSubcategory } from '#test/harness/forum.ts';
import type { Asker, World } from './access-world.ts';

type Scenario = (world: World, asker: Asker) => Promise<InjectOptions>;

const addReport = async (world: World): Promise<string> => {
  const { id } = await world.db
    .insertInto('reports')
    .values({
      kind: 'profile',
      subject_id: world.owner.id,
      subject_label: world.owner.username,
      reason: 'abuse',
      details: 'Asked for',
      email: 'reporter@people.example',
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

const made = new WeakMap<object, Record<'moderated' | 'other', Promise<TestSubcategory>>>();

/** Callers of the rows "by a moderator" moderate one of the two categories, nobody the other. */
const placeOfReport = (world: World, which: 'moderated' | 'other'): Promise<TestSubcategory> => {
  const places = made.get(world.db) ?? { moderated: addSubcategory(world), other: addSubcategory(world) };
  made.set(world.db, places);
  return places[which];
};

/** A report about a reply by the owner. */
const addPostReport = async (world: World, which: 'moderated' | 'other'): Promise<string> => {
  const { id: subcategoryId } = await placeOfReport(world, which);
  const { postIds } = await addThread(world, { subcategoryId, authorId: world.owner.id, posts: 2 });
  const about = { kind: 'post', subject_id: postIds[1] ?? '', subject_label: 'A thread', reason: 'abuse' };
  const from = { details: 'Rude', email: 'reporter@people.example', created_at: new Date() };
  const { id } = await world.db
    .insertInto('reports')
    .values({ ...about, ...from })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

const appoint = async (world: World, { person }: Asker): Promise<void> => {
  if (!person) return;
  const { categoryId } = await placeOfReport(world, 'moderated');
  await world.db
    .insertInto('forum_moderators')
    .values({ category_id: categoryId, user_id: person.id, created_at: new Date() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

/** Without the role, which the caller may have from another row. */
const dismiss = async (world: World, { person }: Asker): Promise<void> => {
  if (person) await world.db.deleteFrom('forum_moderators').where('user_id', '=', person.id).execute();
};

const resolveIn =
  (which: 'moderated' | 'other'): Scenario =>
  async (world, asker) => {
    await (which === 'moderated' ? appoint : dismiss)(world, asker);
    return {
      method: 'POST',
      url: `/api/reports/${await addPostReport(world, which)}/resolve`,
      headers: asker.headers,
      payload: { decision: 'hide', message: 'Rude indeed.' },
    };
  };

export const reportScenarios: Record<string, Scenario> = {
  'POST /api/reports': async ({ resources }, { headers }) => ({
    method: 'POST',
    url: '/api/reports',
    headers,
    payload: {
      address: resourcePath(resources.free),
      reason: 'copyright',
      details: 'This is my work.',
      email: 'reporter@people.example',
      goodFaith: true,
    },
  }),
  'GET /api/admin/reports': async (_world, { headers }) => ({ method: 'GET', url: '/api/admin/reports', headers }),
  'POST /api/admin/reports/{id}/resolve': async (world, { headers }) => ({
    method: 'POST',
    url: `/api/admin/reports/${await addReport(world)}/resolve`,
    headers,
    payload: { decision: 'dismiss', message: 'Nothing to see here.' },
  }),
  'GET /api/reports/forum': async (world, asker) => {
    await dismiss(world, asker);
    return { method: 'GET', url: '/api/reports/forum', headers: asker.headers };
  },
  'GET /api/reports/forum (by a moderator)': async (world, asker) => {
    await appoint(world, asker);
    return { method: 'GET', url: '/api/reports/forum', headers: asker.headers };
  },
  'POST /api/reports/{id}/resolve': resolveIn('other'),
  'POST /api/reports/{id}/resolve (by a moderator)': resolveIn('moderated'),
};
