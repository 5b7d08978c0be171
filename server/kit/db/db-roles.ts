/**
 * Two database roles: the owner, which migrates the database, and the site's role, which may only read and write rows. Even a
 * statement injected into the site can therefore neither change the audit log nor remove its protection.
 */

import pg from 'pg';
import { migrateJobs } from '#server/kit/jobs/jobs.ts';
import type { Logger } from '#server/kit/ops/logger.ts';
import { refuseOldServer } from './database-state.ts';
import { openDatabase } from './db.ts';
import { LOCKS } from './locks.ts';
import { BEHIND, type MigrateOptions, migrateToLatest, requireMigrated } from './migrations.ts';

type Connection = pg.PoolConfig | { connectionString: string };
export type RoleConnections = {
  /** The site's connection. */
  site: Connection;
  /** The table owner's connection; null if the site's role owns the tables. */
  owner: Connection | null;
};

const ALL = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];
/** Tables on which the site's role has fewer rights than usual. */
const LESS: Record<string, string[]> = {
  'public.audit_log': ['SELECT', 'INSERT'],
  'public.kysely_migration': ['SELECT'],
  'public.kysely_migration_lock': ['SELECT'],
  'graphile_worker.migrations': ['SELECT'],
};
const BEYOND = ['TRUNCATE', 'REFERENCES', 'TRIGGER'];
/** PostgreSQL's error code for "permission denied". */
const NO_RIGHT = '42501';
const POLICY = 'the_site_works_with_all_rows';

/**
 * Migrates a database as its owner and grants the site's role the rights it needs. Safe to run concurrently in several processes;
 * rights that are already correct are not touched. If there is no connection for the owner and the site's role may not migrate,
 * this function only checks that the database is up to date.
 * @param options which migrations to apply, whether a database newer than this code is accepted, and the oldest supported server
 * @returns whether the site's role is unable to change the audit log
 * @throws Error with a one-sentence message if the server is too old; also the errors of `migrateToLatest`
 */
export async function prepareDatabase(
  { site, owner }: RoleConnections,
  log?: Logger,
  { oldestServer, ...migrations }: Pick<MigrateOptions, 'only' | 'acceptNewer'> & { oldestServer?: number } = {},
): Promise<boolean> {
  const own = openDatabase(owner ?? site);
  const working = openDatabase(site, { max: 1 });
  try {
    await refuseOldServer(own.db, oldestServer);
    if (!owner && !(await mayMigrate(own.pool))) {
      await requireMigrated(own.db, migrations);
      await migrateJobs(own.pool, log).catch((error: unknown) => {
        throw (error as { code?: string }).code === NO_RIGHT ? new Error(BEHIND, { cause: error }) : error;
      });
      return !(await mayChangeAuditLog(working.pool));
    }
    await migrateToLatest(own.db, { ...migrations, log });
    await migrateJobs(own.pool, log);
    if (owner) await grantAll(own.pool, await roleOf(working.pool));
    return !(await mayChangeAuditLog(working.pool));
  } finally {
    await working.close();
    await own.close();
  }
}

/** Whether this pool's role can create tables or owns the site's tables. */
const mayMigrate = async (pool: pg.Pool): Promise<boolean> => {
  const { rows } = await pool.query<{ may: boolean }>(
    `select has_schema_privilege('public', 'CREATE') or exists (
       select from pg_class where oid = to_regclass('public.kysely_migration') and pg_has_role(relowner, 'MEMBER')
     ) as may`,
  );
  return rows[0]?.may ?? false;
};

const roleOf = async (pool: pg.Pool): Promise<string> => {
  const { rows } = await pool.query<{ role: string }>('select current_user as role');
  return rows[0]?.role ?? '';
};

/** Whether the role of this pool could change the audit log, as its owner or through a grant. */
export async function mayChangeAuditLog(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ may: boolean }>(
    `select has_table_privilege(c.oid, 'UPDATE, DELETE, TRUNCATE, TRIGGER') or pg_has_role(c.relowner, 'MEMBER') as may
     from pg_class c where c.oid = 'public.audit_log'::regclass`,
  );
  return rows[0]?.may ?? true;
}

/** Grants missing rights and revokes excess ones, in one transaction. */
const grantAll = async (pool: pg.Pool, role: string): Promise<void> => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [LOCKS.granting]);
    const { rows } = await client.query<{ same: boolean }>('select pg_has_role($1, current_user, $2) as same', [
      role,
      'MEMBER',
    ]);
    // Rights cannot be withheld from the owner, from members of the owner's role or from a superuser.
    if (!rows[0]?.same) await grantMissing(client, role);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw new Error(`Could not set the rights of the role ${role}: ${(error as Error).message}`, { cause: error });
  } finally {
    client.release();
  }
};

type Relation = { schema: string; name: string; kind: string; held: string[]; hidesRows: boolean };

const grantMissing = async (client: pg.PoolClient, role: string): Promise<void> => {
  const to = pg.escapeIdentifier(role);
  const { rows: schemas } = await client.query<{ name: string; held: boolean }>(
    `select nspname as name, has_schema_privilege($1, oid, 'USAGE') as held from pg_namespace
     where nspname in ('public', 'graphile_worker')`,
    [role],
  );
  for (const { name, held } of schemas) if (!held) await client.query(`grant usage on schema ${name} to ${to}`);
  const { rows: relations } = await client.query<Relation>(
    `select n.nspname as schema, c.relname as name, c.relkind as kind,
       array(select p from unnest($2::text[]) p where case
         when c.relkind = 'S' and p in ('SELECT', 'UPDATE', 'USAGE') then has_sequence_privilege($1, c.oid, p)
         when c.relkind <> 'S' and p <> 'USAGE' then has_table_privilege($1, c.oid, p) end) as held,
       c.relrowsecurity and not exists (
         select from pg_policy where polrelid = c.oid and polname = $3
           and (select oid from pg_roles where rolname = $1) = any (polroles)
       ) as "hidesRows"
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'p', 'v', 'm', 'S')
     order by 1, 2`,
    [role, [...ALL, ...BEYOND, 'USAGE'], POLICY],
  );
  for (const relation of relations) {
    const { schema, name, kind, held, hidesRows } = relation;
    const table = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
    const wanted = kind === 'S' ? ['SELECT', 'UPDATE', 'USAGE'] : (LESS[`${schema}.${name}`] ?? ALL);
    const [missing, beyond] = [
      wanted.filter((right) => !held.includes(right)),
      held.filter((r) => !wanted.includes(r)),
    ];
    const thing = kind === 'S' ? `sequence ${table}` : table;
    if (missing.length > 0) await client.query(`grant ${missing.join(', ')} on ${thing} to ${to}`);
    if (beyond.length > 0) await client.query(`revoke ${beyond.join(', ')} on ${thing} from ${to}, public`);
    if (hidesRows) await letSeeRows(client, table, to);
  }
  // Set default rights for new tables too, because triggers can write to a new table on behalf of older processes before rights
  // on it have been granted.
  const { rows: defaults } = await client.query(
    `select from pg_default_acl d, aclexplode(d.defaclacl) a where d.defaclobjtype = 'r'
       and d.defaclrole = (select oid from pg_roles where rolname = current_user)
       and a.grantee = (select oid from pg_roles where rolname = $1) limit 1`,
    [role],
  );
  if (defaults.length === 0)
    await client.query(`alter default privileges in schema public grant ${ALL.join(', ')} on tables to ${to}`);
};

/** The queue's tables have row-level security: only the owner sees their rows unless a policy names another role. */
const letSeeRows = async (client: pg.PoolClient, table: string, to: string): Promise<void> => {
  await client.query(`drop policy if exists ${POLICY} on ${table}`);
  await client.query(`create policy ${POLICY} on ${table} to ${to} using (true) with check (true)`);
};
