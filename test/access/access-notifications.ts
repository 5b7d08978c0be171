// Access scenarios for notifications.
import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { unsubscribeLink } from '#server/features/notifications/public.ts';
import type { Asker, World } from './access-world.ts';

type Scenario = (world: World, asker: Asker) => InjectOptions | Promise<InjectOptions>;

const read =
  (url: string): Scenario =>
  (_world, { headers }) => ({ method: 'GET', url, headers });

/** Adds a notification for the owner. @returns its id */
const addNotification = async ({ db, owner }: World): Promise<string> => {
  const { id } = await db
    .insertInto('notifications')
    .values({
      user_id: owner.id,
      kind: 'application-approved',
      event_key: randomUUID(),
      data: JSON.stringify({}),
      in_bell: true,
      in_digest: false,
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

const tokenFor = ({ deps, owner }: World): string =>
  unsubscribeLink(deps, { user: owner.id, what: 'mention' }).split('token=')[1] ?? '';

const byMail =
  (token: (world: World) => string): Scenario =>
  (world, { headers }) => ({
    method: 'POST',
    url: `/unsubscribe?token=${token(world)}`,
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  });

export const notificationScenarios: Record<string, Scenario> = {
  'GET /api/notifications': read('/api/notifications'),
  'GET /api/notifications/unread': read('/api/notifications/unread'),
  'POST /api/notifications/{id}/read': async (world, { headers }) => ({
    method: 'POST',
    url: `/api/notifications/${await addNotification(world)}/read`,
    headers,
  }),
  'POST /api/notifications/read': async (world, { headers }) => ({
    method: 'POST',
    url: '/api/notifications/read',
    headers,
    payload: { upTo: await addNotification(world) },
  }),
  'GET /api/notifications/settings': read('/api/notifications/settings'),
  'PUT /api/notifications/settings/{kind}': (_world, { headers }) => ({
    method: 'PUT',
    url: '/api/notifications/settings/mention',
    headers,
    payload: { email: true },
  }),
  'GET /api/notifications/unsubscribe': (world, { headers }) => ({
    method: 'GET',
    url: `/api/notifications/unsubscribe?token=${tokenFor(world)}`,
    headers,
  }),
  'POST /api/notifications/unsubscribe': (world, { headers }) => ({
    method: 'POST',
    url: '/api/notifications/unsubscribe',
    headers,
    payload: { token: tokenFor(world) },
  }),
  'POST /unsubscribe': byMail(tokenFor),
  'POST /unsubscribe (bad signature)': byMail(() => 'v1.00000000.e30.bad'),
};
