import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { isVisible } from '#server/features/resources/public.ts';
import { isActiveAt } from '#server/platform/account-status.ts';
import type { AnnouncedAsset } from './rules.ts';

const webhooks = (db: Kysely<DB>) =>
  db
    .selectFrom('discord_webhooks')
    .select([
      'webhook_id as webhookId',
      'sealed_token as sealedToken',
      'is_on as isOn',
      'gone_at as goneAt',
      'paused_until as pausedUntil',
      'in_doubt as inDoubt',
      'last_sent_at as lastSentAt',
    ]);

/** The site's webhook; undefined if none is saved. */
export function findWebhook(db: Kysely<DB>) {
  return webhooks(db).executeTakeFirst();
}
export type WebhookRow = NonNullable<Awaited<ReturnType<typeof findWebhook>>>;

/** The same, locked until the transaction ends. */
export function lockWebhook(trx: Kysely<DB>) {
  return webhooks(trx).forNoKeyUpdate().executeTakeFirst();
}

/** Saves a webhook in place of the one before. What was known about that one doesn't apply to it. */
export async function putWebhook(
  trx: Kysely<DB>,
  { webhookId, sealedToken, isOn }: { webhookId: string; sealedToken: Buffer; isOn: boolean },
): Promise<void> {
  const values = {
    webhook_id: webhookId,
    sealed_token: sealedToken,
    is_on: isOn,
    gone_at: null,
    paused_until: null,
    in_doubt: false,
    last_sent_at: null,
  };
  await trx
    .insertInto('discord_webhooks')
    .values({ ...values, id: true })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
}

export async function setWebhook(
  trx: Kysely<DB>,
  changes: Partial<{
    isOn: boolean;
    goneAt: Date | null;
    pausedUntil: Date | null;
    inDoubt: boolean;
    lastSentAt: Date;
  }>,
): Promise<void> {
  const { isOn, goneAt, pausedUntil, inDoubt, lastSentAt } = changes;
  await trx
    .updateTable('discord_webhooks')
    .set({
      ...(isOn === undefined ? {} : { is_on: isOn }),
      ...(goneAt === undefined ? {} : { gone_at: goneAt }),
      ...(pausedUntil === undefined ? {} : { paused_until: pausedUntil }),
      ...(inDoubt === undefined ? {} : { in_doubt: inDoubt }),
      ...(lastSentAt === undefined ? {} : { last_sent_at: lastSentAt }),
    })
    .execute();
}

export async function deleteWebhook(trx: Kysely<DB>): Promise<void> {
  await trx.deleteFrom('discord_webhooks').execute();
}

/** Queues an asset, if announcements are on and it has never been queued. Joins the transaction of the approval. */
export async function insertPost(trx: Kysely<DB>, resourceId: string, now: Date): Promise<void> {
  await sql`
    insert into discord_posts (resource_id, approved_at)
    select ${resourceId}::uuid, ${now}::timestamptz where exists (select from discord_webhooks where is_on)
    on conflict do nothing`.execute(trx);
}

/** Gives up what waits. */
export async function dropWaiting(trx: Kysely<DB>, approvedBefore?: Date): Promise<void> {
  await trx
    .updateTable('discord_posts')
    .set({ state: 'DROPPED' })
    .where('state', '=', 'WAITING')
    .$if(approvedBefore !== undefined, (query) => query.where('approved_at', '<', approvedBefore ?? new Date(0)))
    .execute();
}

/** Posts whose process ended while it sent them. Nobody knows whether they arrived. */
export async function endStuck(db: Kysely<DB>, takenBefore: Date): Promise<void> {
  await db
    .updateTable('discord_posts')
    .set({ state: 'UNCERTAIN' })
    .where('state', '=', 'SENDING')
    .where('taken_at', '<', takenBefore)
    .execute();
}

/** Gives up waiting posts of assets that aren't public any more. They are never announced, also if they become public again. */
export async function dropHidden(db: Kysely<DB>, now: Date): Promise<void> {
  await sql`
    update discord_posts set state = 'DROPPED'
    where state = 'WAITING' and not exists (
      select from resources join users on users.id = resources.author_id and ${isActiveAt(now)}
      where resources.id = discord_posts.resource_id and ${isVisible})`.execute(db);
}

const assetColumns = sql`resources.id, resources.title, resources.description, users.username as creator, resources.type,
  resources.editor, resources.is_premium as "isPremium", resources.thumbnail_key as "thumbnailKey"`;

/**
 * Takes the next posts to send: the oldest one, or if more than `ownMost` are waiting, all of them up to `most`. No other process
 * takes them. They are marked before anything is sent, so that a post is never sent twice.
 */
export async function takePosts(
  db: Kysely<DB>,
  { ownMost, most, now }: { ownMost: number; most: number; now: Date },
): Promise<AnnouncedAsset[]> {
  const { rows } = await sql<AnnouncedAsset>`
    with waiting as (
      select resource_id, approved_at from discord_posts where state = 'WAITING'
      order by approved_at, resource_id limit ${most} for update skip locked
    ), chosen as (
      select resource_id from waiting order by approved_at, resource_id
      limit (select case when count(*) > ${ownMost} then count(*) else 1 end from waiting)
    ), taken as (
      update discord_posts p set state = 'SENDING', taken_at = ${now} from chosen
      where p.resource_id = chosen.resource_id and p.state = 'WAITING' returning p.resource_id, p.approved_at
    )
    select ${assetColumns} from taken join resources on resources.id = taken.resource_id
    join users on users.id = resources.author_id order by taken.approved_at desc, resources.id`.execute(db);
  return rows;
}

type SettledState = 'WAITING' | 'SENT' | 'REFUSED' | 'UNCERTAIN';

/** Records what became of posts that this process has taken. */
export async function settlePosts(
  db: Kysely<DB>,
  ids: readonly string[],
  { state, messageId = null }: { state: SettledState; messageId?: string | null },
): Promise<void> {
  await db
    .updateTable('discord_posts')
    .set({ state, message_id: messageId })
    .where('resource_id', 'in', [...ids])
    .where('state', '=', 'SENDING')
    .execute();
}

type PostCounts = { waiting: number; uncertain: number; refused: number };

/** How many posts wait, and how many failed since a time. */
export async function countPosts(db: Kysely<DB>, since: Date): Promise<PostCounts> {
  const { rows } = await sql<PostCounts>`
    select waiting.count as waiting, coalesce(failed.uncertain, 0) as uncertain, coalesce(failed.refused, 0) as refused
    from (select count(*)::int from discord_posts where state in ('WAITING', 'SENDING')) waiting,
      (select count(*) filter (where state = 'UNCERTAIN')::int as uncertain,
        count(*) filter (where state = 'REFUSED')::int as refused
      from discord_posts where state in ('UNCERTAIN', 'REFUSED') and taken_at >= ${since}) failed`.execute(db);
  return rows[0] ?? { waiting: 0, uncertain: 0, refused: 0 };
}

/** The newest public assets, for the previews. */
export async function findNewest(db: Kysely<DB>, limit: number): Promise<AnnouncedAsset[]> {
  const { rows } = await sql<AnnouncedAsset>`
    select ${assetColumns} from resources join users on users.id = resources.author_id
    where ${isVisible} order by resources.created_at desc, resources.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Administrators who get an email: active accounts with a confirmed address. */
export function findAdministratorMails(db: Kysely<DB>, now: Date) {
  return db
    .selectFrom('users')
    .select(['users.email', 'users.username'])
    .where('users.role', '=', 'ADMIN')
    .where('users.email_verified_at', 'is not', null)
    .where(isActiveAt(now))
    .orderBy('users.id')
    .execute();
}
