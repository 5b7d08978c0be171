import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';

const isNotSuspended = (now: Date) => sql<boolean>`(users.suspended_at is null or users.suspended_until <= ${now})`;

/** Members with an approved resource, those with the most reputation first; views are those of their resources. */
export const findTopUsers = (db: Kysely<DB>, limit: number, now: Date) =>
  db
    .selectFrom('users')
    .select((eb) => [
      'users.id',
      'users.username',
      'users.avatar',
      'users.posts_count as forumPosts',
      'users.uploads_count as uploads',
      'users.reputation',
      eb
        .selectFrom('resources')
        .select(sql<number>`coalesce(sum(resources.views), 0)`.as('views'))
        .whereRef('resources.author_id', '=', 'users.id')
        .where('resources.status', '=', 'APPROVED')
        .where('resources.hidden_at', 'is', null)
        .where('resources.deleted_at', 'is', null)
        .as('views'),
    ])
    .where('users.uploads_count', '>', 0)
    .where('users.deleted_at', 'is', null)
    .where(isNotSuspended(now))
    .orderBy('users.reputation', 'desc')
    .orderBy('users.id')
    .limit(limit)
    .execute();

/** The picture of somebody who can be seen; undefined for nobody, null for nobody's own picture. */
export const findAvatar = (db: Kysely<DB>, username: string, now: Date) =>
  db
    .selectFrom('users')
    .select('avatar')
    .where('username', '=', username)
    .where('deleted_at', 'is', null)
    .where(isNotSuspended(now))
    .executeTakeFirst();
