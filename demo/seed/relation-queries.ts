/** Inserts the demo people's likes, saves, follows, downloads, collections, applications and activity. */
import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { DB } from '#db/types.ts';
import type { DemoRelations } from './relations.ts';

/** Rows per statement. PostgreSQL allows no more than 65,535 parameters. */
const ROWS_AT_ONCE = 1000;

async function inParts<T>(rows: readonly T[], write: (part: T[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) await write(rows.slice(start, start + ROWS_AT_ONCE));
}

const nameVisitor = (visitor: string | null): string =>
  `v:${createHash('sha256')
    .update(visitor ?? '')
    .digest('hex')
    .slice(0, 32)}`;

/**
 * Inserts all relations in the caller's transaction.
 * @param people user ids by username
 * @param resources resource ids by starter content key
 */
export async function insertRelations(
  trx: Kysely<DB>,
  relations: DemoRelations,
  people: ReadonlyMap<string, string>,
  resources: ReadonlyMap<string, string>,
): Promise<void> {
  const personId = (username: string): string => people.get(username) ?? '';
  const resourceId = (key: string): string => resources.get(key) ?? '';
  const marks = (list: DemoRelations['likes']) =>
    list.map((mark) => ({
      user_id: personId(mark.username),
      resource_id: resourceId(mark.resourceKey),
      created_at: mark.at,
    }));

  await inParts(marks(relations.likes), (part) => trx.insertInto('likes').values(part).execute());
  await inParts(marks(relations.saves), (part) => trx.insertInto('saves').values(part).execute());
  await inParts(relations.follows, (part) =>
    trx
      .insertInto('follows')
      .values(
        part.map((row) => ({
          follower_id: personId(row.username),
          leaker_id: personId(row.followed),
          created_at: row.at,
        })),
      )
      .execute(),
  );
  await inParts(relations.downloads, (part) =>
    trx
      .insertInto('downloads')
      .values(
        part.map((row) => ({
          resource_id: resourceId(row.resourceKey),
          user_id: row.username === null ? null : personId(row.username),
          person: row.username === null ? nameVisitor(row.visitor) : `u:${personId(row.username)}`,
          day: row.at.toISOString().slice(0, 10),
          file_path: row.filePath,
          demo: true,
          created_at: row.at,
        })),
      )
      .onConflict((conflict) => conflict.columns(['resource_id', 'person', 'day']).doNothing())
      .execute(),
  );
  await inParts(relations.activity, (part) =>
    trx
      .insertInto('activity')
      .values(
        part.map((row) => ({
          type: row.type,
          user_id: row.username === null ? null : personId(row.username),
          resource_id: row.resourceKey === null ? null : resourceId(row.resourceKey),
          details: row.details,
          demo: true,
          created_at: row.at,
        })),
      )
      .execute(),
  );
  await insertCollections(trx, relations.collections, people, resources);
  await inParts(relations.applications, (part) =>
    trx
      .insertInto('leaker_applications')
      .values(
        part.map(({ username, at, refused }) => ({
          user_id: personId(username),
          status: refused ? 'REJECTED' : 'PENDING',
          reason: refused?.reason ?? null,
          created_at: at,
          decided_at: refused?.at ?? null,
        })),
      )
      .execute(),
  );
  for (const [key, views] of relations.views) {
    await trx.updateTable('resources').set({ views }).where('id', '=', resourceId(key)).execute();
  }
}

async function insertCollections(
  trx: Kysely<DB>,
  collections: DemoRelations['collections'],
  people: ReadonlyMap<string, string>,
  resources: ReadonlyMap<string, string>,
): Promise<void> {
  for (const [place, { username, resourceKeys, at, isPublic, ...given }] of collections.entries()) {
    const { id } = await trx
      .insertInto('collections')
      .values({
        ...given,
        user_id: people.get(username) ?? '',
        is_public: isPublic,
        position: place,
        created_at: at,
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const items = resourceKeys.map((key, position) => ({
      collection_id: id,
      resource_id: resources.get(key) ?? '',
      position,
      added_at: at,
    }));
    await trx.insertInto('collection_items').values(items).execute();
  }
}
