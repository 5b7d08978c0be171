import { type Insertable, type Kysely, sql, type Updateable } from 'kysely';
import type { DB, ToolboxServers } from '#db/types.ts';
import { LOCKS, lockAdvisory } from '#server/kit/db/locks.ts';
import { latestHold } from './server-locks.ts';

/** All columns except the credentials. */
const servers = (db: Kysely<DB>) =>
  db
    .selectFrom('toolbox_servers')
    .select([
      'id',
      'name',
      'ip',
      'port',
      'location',
      'username',
      'service',
      'priority',
      'status',
      'cpu',
      'uptime',
      'version',
      'upload_dir as uploadDir',
      'is_default as isDefault',
      'host_key as hostKey',
      'status_reason as statusReason',
      'reason_code as reasonCode',
      'shown_host_key as shownHostKey',
      'acting_until as actingUntil',
      'observed_at as observedAt',
      'last_ping as lastPing',
      'memory_used as memoryUsed',
      'memory_total as memoryTotal',
      'disk_used as diskUsed',
      'disk_total as diskTotal',
      'network_in as networkIn',
      'network_out as networkOut',
      'files_observed_at as filesObservedAt',
      'upload_count as uploadCount',
      'video_bytes as videoBytes',
      'image_audio_bytes as imageAudioBytes',
      'other_bytes as otherBytes',
      'created_at as createdAt',
      sql<boolean>`ssh_key is not null`.as('hasKey'),
    ]);

/** All servers, highest priority first, then by name (specification, section 4). */
export function findServers(db: Kysely<DB>) {
  return servers(db).orderBy('priority', 'desc').orderBy(sql`lower(name)`).orderBy('name').orderBy('id').execute();
}
export type ServerRow = Awaited<ReturnType<typeof findServers>>[number];

export function findServer(db: Kysely<DB>, id: string): Promise<ServerRow | undefined> {
  return servers(db).where('id', '=', id).executeTakeFirst();
}

/** Locks a server until the transaction ends. */
export function lockServer(trx: Kysely<DB>, id: string): Promise<ServerRow | undefined> {
  return servers(trx).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Locks the whole list until the transaction ends. Always taken before row locks, to avoid deadlocks. */
export async function lockServerList(trx: Kysely<DB>): Promise<void> {
  await lockAdvisory(trx, LOCKS.toolboxServers);
}

export async function countServers(db: Kysely<DB>): Promise<number> {
  const { count } = await db
    .selectFrom('toolbox_servers')
    .select((rows) => rows.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export function findServerByAddress(db: Kysely<DB>, { ip, port }: { ip: string; port: number }) {
  return db.selectFrom('toolbox_servers').select('id').where('ip', '=', ip).where('port', '=', port).executeTakeFirst();
}

export async function insertServer(trx: Kysely<DB>, row: Insertable<ToolboxServers>): Promise<void> {
  await trx.insertInto('toolbox_servers').values(row).execute();
}

export async function updateServer(trx: Kysely<DB>, id: string, change: Updateable<ToolboxServers>): Promise<void> {
  await trx.updateTable('toolbox_servers').set(change).where('id', '=', id).execute();
}

/** Like `updateServer`, but also increments the version, which invalidates readings in progress. */
export async function decideServer(trx: Kysely<DB>, id: string, change: Updateable<ToolboxServers>): Promise<void> {
  await trx
    .updateTable('toolbox_servers')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
}

/** Unsets the default server. Returns its name; null if there was none. */
export async function clearDefault(trx: Kysely<DB>): Promise<string | null> {
  const had = await trx
    .updateTable('toolbox_servers')
    .set({ is_default: false })
    .where('is_default', '=', true)
    .returning('name')
    .executeTakeFirst();
  return had?.name ?? null;
}

export async function deleteServerRow(trx: Kysely<DB>, id: string): Promise<void> {
  await trx.deleteFrom('toolbox_servers').where('id', '=', id).execute();
}

/** Connection details of a server, with encrypted credentials. */
export function findAccess(db: Kysely<DB>, id: string) {
  return db
    .selectFrom('toolbox_servers')
    .select(['ip', 'port', 'username', 'password', 'ssh_key as sshKey', 'host_key as hostKey'])
    .where('id', '=', id)
    .executeTakeFirst();
}
export type AccessRow = NonNullable<Awaited<ReturnType<typeof findAccess>>>;

/** Replaces credentials with their re-encrypted form, unless they changed in the meantime. */
export async function renewAccess(
  db: Kysely<DB>,
  id: string,
  { password, sshKey }: AccessRow,
  renewed: Pick<Updateable<ToolboxServers>, 'password' | 'ssh_key'>,
): Promise<void> {
  await db
    .updateTable('toolbox_servers')
    .set(renewed)
    .where('id', '=', id)
    .where('password', 'is not distinct from', password)
    .where('ssh_key', 'is not distinct from', sshKey)
    .execute();
}

export function listSealedCredentials(db: Kysely<DB>) {
  return db.selectFrom('toolbox_servers').select(['password', 'ssh_key as sshKey']).execute();
}

/** Pins a host key if none is pinned yet. Returns whether the pinned key is this one. */
export async function pinHostKey(db: Kysely<DB>, id: string, hostKey: string): Promise<boolean> {
  await db
    .updateTable('toolbox_servers')
    .set({ host_key: hostKey })
    .where('id', '=', id)
    .where('host_key', 'is', null)
    .execute();
  const kept = await db.selectFrom('toolbox_servers').select('host_key').where('id', '=', id).executeTakeFirst();
  return kept?.host_key === hostKey;
}

/**
 * Stores a reading, unless a newer reading or a command has changed the row since the reading started. While a command is in
 * progress, the status it set is kept.
 * @param began version of the row when the reading started
 * @returns the new version; null if nothing was stored
 */
export async function writeObservation(
  db: Kysely<DB>,
  id: string,
  {
    began,
    now,
    status,
    reason,
    code,
    shownHostKey = null,
    figures,
  }: {
    began: number;
    now: Date;
    status: string;
    reason: string | null;
    code: string | null;
    shownHostKey?: string | null;
    figures: Updateable<ToolboxServers>;
  },
): Promise<number | null> {
  const isActing = sql`acting_until > ${now} and acting_until <= ${latestHold(now)}`;
  const unlessActing = <T>(column: string, value: string | null) =>
    sql<T>`case when ${isActing} then ${sql.ref(column)} else ${value} end`;
  const written = await db
    .updateTable('toolbox_servers')
    .set({
      ...figures,
      observed_at: now,
      version: sql`version + 1`,
      status: unlessActing<string>('status', status),
      status_reason: unlessActing<string | null>('status_reason', reason),
      reason_code: unlessActing<string | null>('reason_code', code),
      shown_host_key: shownHostKey,
    })
    .where('id', '=', id)
    .where('version', '=', began)
    .returning('version')
    .executeTakeFirst();
  return written?.version ?? null;
}

/** Deletes a session's expired tokens. If there are more than `keep` tokens, also deletes the oldest. */
export async function endOldTokens(trx: Kysely<DB>, sessionId: string, keep: number, now: Date): Promise<void> {
  await sql`
    delete from access_tokens where session_id = ${sessionId} and (expires_at <= ${now} or id not in (
      select id from access_tokens where session_id = ${sessionId} order by created_at desc, id limit ${keep}))`.execute(
    trx,
  );
}

/** Whether a session has an unexpired toolbox token. */
export async function hasToken(db: Kysely<DB>, sessionId: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('access_tokens')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('expires_at', '>', now)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
