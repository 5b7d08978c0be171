import { type Kysely, sql } from 'kysely';
import { UPLOAD_MESSAGES_MAX } from '#contract/uploads/limits.ts';
import type { DB } from '#db/types.ts';

/** Maximum number of reviewers notified of an answer. */
const MOST_REVIEWERS = 10;

const selectUpload = (db: Kysely<DB>, id: string) =>
  db
    .selectFrom('resources')
    .select(['id', 'author_id as authorId', 'title'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('status', '<>', 'REPLACED');

/** The upload that messages are about, unless it is deleted. */
export function findDiscussed(db: Kysely<DB>, id: string) {
  return selectUpload(db, id).executeTakeFirst();
}
export type DiscussedUpload = NonNullable<Awaited<ReturnType<typeof findDiscussed>>>;

/** The same, locked until the transaction ends, so that messages about one upload are added one after the other. */
export function lockDiscussed(trx: Kysely<DB>, id: string) {
  return selectUpload(trx, id).forNoKeyUpdate().executeTakeFirst();
}

/** All messages about an upload, oldest first. */
export function listMessages(db: Kysely<DB>, resourceId: string) {
  return db
    .selectFrom('upload_messages')
    .leftJoin('users', 'users.id', 'upload_messages.author_id')
    .select([
      'upload_messages.id',
      'upload_messages.text',
      'users.username as author',
      'upload_messages.by_reviewer as isByReviewer',
      'upload_messages.created_at as createdAt',
    ])
    .where('resource_id', '=', resourceId)
    .orderBy('upload_messages.created_at')
    .orderBy('upload_messages.id')
    .limit(UPLOAD_MESSAGES_MAX)
    .execute();
}

export async function countMessages(db: Kysely<DB>, resourceId: string): Promise<number> {
  const { total } = await db
    .selectFrom('upload_messages')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('resource_id', '=', resourceId)
    .executeTakeFirstOrThrow();
  return Number(total);
}

type NewMessage = { resourceId: string; authorId: string; isByReviewer: boolean; text: string };

/** Adds a message. @returns its id */
export async function insertMessage(
  trx: Kysely<DB>,
  { resourceId, authorId, isByReviewer, text }: NewMessage,
  now: Date,
): Promise<string> {
  const { id } = await trx
    .insertInto('upload_messages')
    .values({ resource_id: resourceId, author_id: authorId, by_reviewer: isByReviewer, text, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Administrators who wrote about an upload, decided on it, or are reviewing it. */
export async function findReviewers(
  db: Kysely<DB>,
  { resourceId, except, now }: { resourceId: string; except: string; now: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from users where role = 'ADMIN' and deleted_at is null
    and id <> ${except} and id in (
      select author_id from upload_messages where resource_id = ${resourceId} and by_reviewer
      union select decided_by from resource_decisions where resource_id = ${resourceId}
      union select reviewer_id from upload_reviews where resource_id = ${resourceId} and held_until > ${now})
    order by id limit ${MOST_REVIEWERS}`.execute(db);
  return rows.map(({ id }) => id);
}

/** For notifications: whether the upload still exists and its messages are the recipient's to read. */
export const isDiscussionReadable = sql<boolean>`exists (select from resources where resources.id = n.subject_id
  and resources.deleted_at is null and resources.status <> 'REPLACED' and (resources.author_id = n.user_id
    or exists (select from users where users.id = n.user_id and users.role = 'ADMIN')))`;
