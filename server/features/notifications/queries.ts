import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { NotificationKind } from '#contract/notifications/api.ts';
import { NOTIFICATION_MAIL_MINUTES, UNREAD_COUNT_MAX } from '#contract/notifications/limits.ts';
import type { DB } from '#db/types.ts';
import { announcing } from '#server/kit/db/bus.ts';
import { isActiveAt } from '#server/platform/account-status.ts';
import type {
  AnyNotification,
  KindOfNotification,
  NotificationChannels,
} from '#server/platform/notices/notification-kinds.ts';

/** Bus topic, published with a person's id when their notifications change. */
export const NOTIFICATIONS_TOPIC = 'notifications';

type Kind = Pick<AnyNotification, 'kind' | 'channels' | 'mails'>;

const named = (kinds: readonly Pick<AnyNotification, 'kind'>[]) =>
  sql.join(
    kinds.map(({ kind }) => sql.lit(kind)),
    sql`, `,
  );

/** The kinds with the channels of people who have not changed their settings. */
const defaults = (kinds: readonly Kind[]): RawBuilder<unknown> =>
  sql.join(
    kinds.map(
      ({ kind, channels, mails }, place) =>
        sql`(${sql.lit(kind)}, ${sql.lit(place)}, ${sql.lit(channels.bell)}, ${sql.lit(channels.email)}, ${sql.lit(channels.digest)}, ${sql.lit(mails === 'later')})`,
    ),
    sql`, `,
  );

/**
 * An insert that notifies the people whom `source` selects, for a CTE that `toldCount` reads. Leaves out the person who caused the
 * event, accounts that are suspended or deleted, and people who were notified of it before. If a person gets two notifications of
 * one event, the first of `kinds` wins.
 * @param source selects user_id, kind, event_key, actor_id, subject_id and data, in this order
 */
export function insertNotifications(
  kinds: readonly Kind[],
  source: RawBuilder<unknown>,
  now: Date,
): RawBuilder<unknown> {
  const dueAt = new Date(now.getTime() + NOTIFICATION_MAIL_MINUTES * 60_000);
  return sql`insert into notifications (user_id, kind, event_key, actor_id, subject_id, data, in_bell, in_digest,
      mail_due_at, created_at)
    select s.user_id, s.kind, s.event_key, s.actor_id, s.subject_id, s.data, chosen.bell,
      chosen.digest and not chosen.email, case when chosen.email and d.mailed_later then ${dueAt}::timestamptz end,
      ${now}::timestamptz
    from (${source}) s (user_id, kind, event_key, actor_id, subject_id, data)
    join users on users.id = s.user_id and ${isActiveAt(now)}
    join (values ${defaults(kinds)}) d (kind, place, bell, email, digest, mailed_later) on d.kind = s.kind
    left join notification_settings own on own.user_id = s.user_id and own.kind = s.kind
    cross join lateral (select coalesce(own.bell, d.bell) as bell, coalesce(own.email, d.email) as email,
      coalesce(own.digest, d.digest) as digest) chosen
    where s.user_id is distinct from s.actor_id
      and (chosen.bell or (chosen.email and d.mailed_later) or (chosen.digest and not chosen.email))
    order by s.user_id, d.place
    on conflict (user_id, event_key) do nothing
    returning user_id`;
}

/** Announces the people in the CTE `told` to all processes. Select it, because an unused expression is not evaluated. */
export const toldCount: RawBuilder<number> = sql<number>`(select count(${announcing(NOTIFICATIONS_TOPIC, sql`told.user_id`)})::int
  from (select distinct user_id from told) told)`;

/** Notifies the people whom `source` selects (see `insertNotifications`). @returns number of people */
export async function notifySelected(
  trx: Kysely<DB>,
  kinds: readonly Kind[],
  source: RawBuilder<unknown>,
  now: Date,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`with told as (${insertNotifications(kinds, source, now)})
    select ${toldCount} as count`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** An event that concerns one person. */
export type News<Data> = {
  userId: string;
  /** Names the event, for example by an id and a number. The same key never notifies a person twice. */
  key: string;
  /** The person who caused it, if the notification names them. */
  actorId?: string;
  subjectId?: string | null;
  data: Data;
};

/** Notifies one person in the caller's transaction, so that it happens if and only if the event does. */
export async function notifyPerson<Data>(
  trx: Kysely<DB>,
  kind: KindOfNotification<Data>,
  { userId, key, actorId, subjectId, data }: News<Data>,
  now: Date,
): Promise<void> {
  const source = sql`select ${userId}::uuid, ${kind.kind}::text, ${key}::text, ${actorId ?? null}::uuid,
    ${subjectId ?? null}::uuid, ${JSON.stringify(kind.data.parse(data))}::jsonb`;
  await notifySelected(trx, [kind], source, now);
}

/** For kinds about something that only concerns the recipient and does not disappear. */
export const isAlwaysVisible = sql<boolean>`true`;

/** Whether the recipient may still see what a row `n` is about, and the account of the person who caused it is active. */
const isShown = (kinds: readonly AnyNotification[], now: Date): RawBuilder<boolean> => {
  const cases = sql.join(
    kinds.map(({ kind, isVisible }) => sql`when ${sql.lit(kind)} then ${isVisible}`),
    sql` `,
  );
  return sql<boolean>`(case n.kind ${cases} else false end and (n.actor_id is null or exists
    (select from users actor where actor.id = n.actor_id and ${isActiveAt(now, 'actor')})))`;
};

export type NotificationRow = {
  id: string;
  kind: NotificationKind;
  data: unknown;
  /** Current username of the person who caused it; empty for events without one. */
  actor: string;
  createdAt: Date;
  isRead: boolean;
};

const rowColumns = sql`n.id, n.kind, n.data, coalesce((select username from users where users.id = n.actor_id), '') as actor,
  n.created_at as "createdAt", n.read_at is not null as "isRead"`;

export type NotificationFilter = {
  isUnread: boolean;
  /** Only these kinds; null for all. */
  kinds: readonly AnyNotification[] | null;
  /** Only older ones. */
  before: { at: Date; id: string } | null;
  most: number;
};

/** Notifications in a person's bell, newest first. */
export async function listNotifications(
  db: Kysely<DB>,
  userId: string,
  { isUnread, kinds, before, most }: NotificationFilter,
  { all, now }: { all: readonly AnyNotification[]; now: Date },
): Promise<NotificationRow[]> {
  const conditions = [
    sql`n.user_id = ${userId}`,
    sql`n.in_bell`,
    ...(isUnread ? [sql`n.read_at is null`] : []),
    ...(kinds ? [sql`n.kind in (${named(kinds)})`] : []),
    ...(before ? [sql`(n.created_at, n.id) < (${before.at}::timestamptz, ${before.id}::uuid)`] : []),
    isShown(kinds ?? all, now),
  ];
  const { rows } = await sql<NotificationRow>`select ${rowColumns} from notifications n
    where ${sql.join(conditions, sql` and `)}
    order by n.created_at desc, n.id desc limit ${most}`.execute(db);
  return rows;
}

/** Number of a person's unread notifications, counted up to UNREAD_COUNT_MAX. */
export async function countUnread(
  db: Kysely<DB>,
  userId: string,
  { all, now }: { all: readonly AnyNotification[]; now: Date },
): Promise<number> {
  const { rows } = await sql<{ unread: number }>`select count(*)::int as unread from (
    select from notifications n where n.user_id = ${userId} and n.in_bell and n.read_at is null and ${isShown(all, now)}
    order by n.created_at desc, n.id desc limit ${sql.lit(UNREAD_COUNT_MAX)}) counted`.execute(db);
  return rows[0]?.unread ?? 0;
}

/**
 * Marks a person's notification as read, with all older ones if `andOlder` is set, and announces it if that changes anything.
 * @returns whether the person has such a notification
 */
export async function markRead(
  db: Kysely<DB>,
  { userId, id, andOlder }: { userId: string; id: string; andOlder: boolean },
  now: Date,
): Promise<boolean> {
  const range = andOlder
    ? sql`n.in_bell and (n.created_at, n.id) <= (found.created_at, found.id)`
    : sql`n.id = found.id`;
  const { rows } = await sql<{ found: boolean }>`with found as (
      select id, created_at from notifications where id = ${id} and user_id = ${userId} and in_bell
    ), told as (
      update notifications n set read_at = ${now} from found
      where n.user_id = ${userId} and n.read_at is null and ${range} returning n.user_id
    )
    select exists (select from found) as found, ${toldCount} as told`.execute(db);
  return rows[0]?.found ?? false;
}

/** Channels to change; the others stay as they are. */
export type ChannelChanges = { [Name in keyof NotificationChannels]?: boolean | undefined };

export type SettingRow = NotificationChannels & { kind: string };

/** The settings that a person has changed. */
export function findSettings(db: Kysely<DB>, userId: string): Promise<SettingRow[]> {
  return db
    .selectFrom('notification_settings')
    .select(['kind', 'bell', 'email', 'digest'])
    .where('user_id', '=', userId)
    .execute();
}

export async function findIsVerified(db: Kysely<DB>, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether an account exists and has not been erased. */
export async function isPresent(db: Kysely<DB>, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('erased_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Changes some channels of kinds in one statement, so that two devices can change different ones at the same time. */
export async function changeChannels(
  db: Kysely<DB>,
  userId: string,
  kinds: readonly Pick<AnyNotification, 'kind' | 'channels'>[],
  changes: ChannelChanges,
): Promise<void> {
  const { bell, email, digest } = changes;
  await db
    .insertInto('notification_settings')
    .values(kinds.map(({ kind, channels }) => ({ user_id: userId, kind, ...channels, ...definedOf(changes) })))
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'kind']).doUpdateSet({
        bell: bell ?? sql<boolean>`notification_settings.bell`,
        email: email ?? sql<boolean>`notification_settings.email`,
        digest: digest ?? sql<boolean>`notification_settings.digest`,
      }),
    )
    .execute();
}

const definedOf = ({ bell, email, digest }: ChannelChanges): Partial<NotificationChannels> => ({
  ...(bell === undefined ? {} : { bell }),
  ...(email === undefined ? {} : { email }),
  ...(digest === undefined ? {} : { digest }),
});

/** Whether a person wants emails of a kind; `userId` is an expression. */
export function wantsMail({ kind, channels }: Kind, userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`coalesce((select wanted.email from notification_settings wanted where wanted.user_id = ${userId}
    and wanted.kind = ${sql.lit(kind)}), ${sql.lit(channels.email)})`;
}

export async function findWantsMail(db: Kysely<DB>, kind: Kind, userId: string): Promise<boolean> {
  const { rows } = await sql<{ wants: boolean }>`select ${wantsMail(kind, sql`${userId}::uuid`)} as wants`.execute(db);
  return rows[0]?.wants ?? false;
}

/** A notification to be emailed, and its recipient. */
export type MailRow = NotificationRow & { userId: string; email: string; name: string };

const mailColumns = sql`${rowColumns}, n.user_id as "userId", users.email, users.username as name`;

/** Recipients who get emails: their account is active and their address is verified. */
const recipients = (now: Date) =>
  sql`join users on users.id = n.user_id and users.email_verified_at is not null and ${isActiveAt(now)}`;

/**
 * Takes up to `most` emails that are due; concurrent callers never get the same ones. `rows` are those that are still unread,
 * wanted and visible, by recipient and kind, oldest first.
 */
export async function claimDueMails(
  trx: Kysely<DB>,
  { all, most, now }: { all: readonly AnyNotification[]; most: number; now: Date },
): Promise<{ taken: number; rows: MailRow[] }> {
  const { rows: due } = await sql<{ id: string }>`update notifications set mail_due_at = null where id in (
      select id from notifications where mail_due_at <= ${now} order by mail_due_at limit ${most} for update skip locked)
    returning id`.execute(trx);
  if (due.length === 0) return { taken: 0, rows: [] };
  const { rows } = await sql<MailRow>`select ${mailColumns} from notifications n ${recipients(now)}
    left join notification_settings own on own.user_id = n.user_id and own.kind = n.kind
    where n.id = any(${due.map(({ id }) => id)}::uuid[]) and n.read_at is null and coalesce(own.email, true)
      and ${isShown(all, now)}
    order by n.user_id, n.kind, n.created_at, n.id`.execute(trx);
  return { taken: due.length, rows };
}

/** Ids of people with notifications for a digest, in order; `after` is the last one of the previous page. */
export async function listDigestReaders(
  db: Kysely<DB>,
  { after, most }: { after: string | null; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct user_id as id from notifications
    where in_digest and (${after}::uuid is null or user_id > ${after}::uuid) order by user_id limit ${most}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/**
 * Takes a person's notifications for a digest, oldest first, unless they got one after `since`. Two callers can't both get them.
 * Those that were read or can't be seen any more are taken too, but not returned.
 */
export async function claimDigest(
  trx: Kysely<DB>,
  { userId, since, all, now }: { userId: string; since: Date; all: readonly AnyNotification[]; now: Date },
): Promise<MailRow[]> {
  const { rows: turn } =
    await sql`insert into notification_digests as last (user_id, sent_at) values (${userId}, ${now})
    on conflict (user_id) do update set sent_at = excluded.sent_at where last.sent_at <= ${since}
    returning user_id`.execute(trx);
  if (turn.length === 0) return [];
  const { rows: taken } = await sql<{ id: string }>`update notifications set in_digest = false
    where user_id = ${userId} and in_digest returning id`.execute(trx);
  if (taken.length === 0) return [];
  const { rows } = await sql<MailRow>`select ${mailColumns} from notifications n ${recipients(now)}
    left join notification_settings own on own.user_id = n.user_id and own.kind = n.kind
    where n.id = any(${taken.map(({ id }) => id)}::uuid[]) and n.read_at is null and coalesce(own.digest, true)
      and ${isShown(all, now)}
    order by n.created_at, n.id`.execute(trx);
  return rows;
}

/** Deletes up to `most` notifications from before a time. @returns how many */
export async function deleteOldNotifications(db: Kysely<DB>, before: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from notifications where id in (
    select id from notifications where created_at < ${before} limit ${most})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Deletes up to `most` of a person's notifications; with the last ones also their settings. @returns how many */
export async function deleteNotificationsOf(trx: Kysely<DB>, userId: string, most: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from notifications where id in (
    select id from notifications where user_id = ${userId} limit ${most})`.execute(trx);
  const deleted = Number(numAffectedRows ?? 0);
  if (deleted < most) {
    await trx.deleteFrom('notification_settings').where('user_id', '=', userId).execute();
    await trx.deleteFrom('notification_digests').where('user_id', '=', userId).execute();
  }
  return deleted;
}
