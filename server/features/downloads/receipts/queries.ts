import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { readDirection } from '#server/kit/http/list-query.ts';
import { SIGNATURE_PREFIX_CHARACTERS } from '#server/kit/security/signed-records.ts';

type Asked = { search?: string | undefined; sort?: string | undefined };
type Page = { limit: number; offset: number };

/** What makes a receipt the only one of its kind. */
export type ReceiptKey = { userId: string; resourceId: string; day: string; target: string; content: string };

/** Whether there is a receipt for this person, day and content already. */
export async function hasReceipt(db: Kysely<DB>, key: ReceiptKey): Promise<boolean> {
  const row = await db
    .selectFrom('download_receipts')
    .select('id')
    .where('user_id', '=', key.userId)
    .where('resource_id', '=', key.resourceId)
    .where('day', '=', key.day)
    .where('target', '=', key.target)
    .where('content', '=', key.content)
    .executeTakeFirst();
  return row !== undefined;
}

/** Username and display name of an account. */
export function findPerson(db: Kysely<DB>, id: string) {
  return db
    .selectFrom('users')
    .select(['username', 'display_name as displayName'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The version whose files a row of `resources` has, and when it changed last. */
export async function findSentVersion(db: Kysely<DB>, filesId: string) {
  const { rows } = await sql<{ version: number; changedAt: Date }>`
    select version, coalesce((select published_at from resource_versions where files_id = resources.id and version_of is not null),
      updated_at) as "changedAt" from resources where id = ${filesId}`.execute(db);
  return rows[0];
}

export async function keepLicenceText(db: Kysely<DB>, text: { sha256: string; body: string }): Promise<void> {
  await db
    .insertInto('licence_texts')
    .values(text)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

type NewReceipt = ReceiptKey & { id: string; record: string; signature: string; textSha256: string | null; at: Date };

/** Stores a receipt, unless there is one for this person, day and content already. */
export async function insertReceipt(db: Kysely<DB>, given: NewReceipt): Promise<void> {
  await db
    .insertInto('download_receipts')
    .values({
      id: given.id,
      user_id: given.userId,
      resource_id: given.resourceId,
      record: given.record,
      signature: given.signature,
      text_sha256: given.textSha256,
      day: given.day,
      target: given.target,
      content: given.content,
      created_at: given.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A receipt with the licence text that it refers to. */
export function findReceipt(db: Kysely<DB>, id: string) {
  return db
    .selectFrom('download_receipts')
    .leftJoin('licence_texts', 'licence_texts.sha256', 'download_receipts.text_sha256')
    .select(['id', 'record', 'signature', 'body as licenceText'])
    .where('id', '=', id)
    .executeTakeFirst();
}

const selectReceipts = (db: Kysely<DB>, userId: string, { search }: Asked) =>
  db
    .selectFrom('download_receipts')
    .where('user_id', '=', userId)
    .$if(Boolean(search), (query) =>
      query.where(
        sql<boolean>`strpos(lower(concat_ws(chr(1), record::jsonb #>> '{asset,title}', record::jsonb #>> '{asset,creator}')),
          lower(${search})) > 0`,
      ),
    );

/** A page of a user's receipts, newest first. */
export function findReceipts(db: Kysely<DB>, userId: string, asked: Asked, page: Page) {
  return selectReceipts(db, userId, asked)
    .select(['id', 'record'])
    .orderBy('created_at', readDirection(asked.sort))
    .orderBy('id', readDirection(asked.sort))
    .limit(page.limit)
    .offset(page.offset)
    .execute();
}

export async function countReceipts(db: Kysely<DB>, userId: string, asked: Asked): Promise<number> {
  const { total } = await selectReceipts(db, userId, asked)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

export type ReceiptRow = { id: string; record: string; createdAt: Date };

/** Up to `limit` receipts of a user after `last`, newest first. */
export function findReceiptsAfter(
  db: Kysely<DB>,
  userId: string,
  last: ReceiptRow | undefined,
  limit: number,
): Promise<ReceiptRow[]> {
  return selectReceipts(db, userId, {})
    .select(['id', 'record', 'created_at as createdAt'])
    .$if(last !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${last?.createdAt}, ${last?.id}::uuid)`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Receipts whose signature begins with `prefix`, after an id. The index `download_receipts_key` finds them. */
export function findSignedWith(db: Kysely<DB>, prefix: string, after: string, limit: number) {
  return db
    .selectFrom('download_receipts')
    .select(['id', 'record', 'signature'])
    .where(sql<boolean>`left(signature, ${sql.lit(SIGNATURE_PREFIX_CHARACTERS)}) = ${prefix}`)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Replaces a receipt's signature, unless another process has. */
export async function putSignature(
  db: Kysely<DB>,
  { id, from, to }: { id: string; from: string; to: string },
): Promise<void> {
  await db
    .updateTable('download_receipts')
    .set({ signature: to })
    .where('id', '=', id)
    .where('signature', '=', from)
    .execute();
}
