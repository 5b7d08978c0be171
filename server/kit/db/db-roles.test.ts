import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { defineJob, enqueue, migrateJobs, startJobs } from '#server/kit/jobs/jobs.ts';
import { writeAudit } from '#server/platform/audit.ts';
import { createDatabase, freshCluster } from '#test/harness/postgres.ts';
import { type Database, openDatabase } from './db.ts';
import { mayChangeAuditLog, prepareDatabase } from './db-roles.ts';
import { migrateToLatest } from './migrations.ts';

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
const at = new Date('2026-01-01T00:00:00Z');
const entry = { at, actor: { id: null, name: 'the site' }, action: 'test.act', subject: { kind: 'test', id: '1' } };

let made: Awaited<ReturnType<typeof createDatabase>>;
let site: Database;
let owner: Database;

beforeAll(async () => {
  made = await createDatabase();
  site = openDatabase(made.connection);
  owner = openDatabase(made.ownerConnection);
});
afterAll(async () => {
  await site.close();
  await owner.close();
  await made.drop();
});

describe('the role of the site', () => {
  it('reads and appends to the audit log', async () => {
    await writeAudit(site.db, entry);
    const { rows } = await site.pool.query('select action from audit_log');
    expect(rows).toEqual([{ action: 'test.act' }]);
    expect(await mayChangeAuditLog(site.pool)).toBe(false);
    expect(await mayChangeAuditLog(owner.pool)).toBe(true);
  });

  it.each([
    `update audit_log set action = 'nothing'`,
    `update audit_log set actor_id = null`,
    'delete from audit_log',
    'truncate audit_log',
    'truncate users cascade',
    'merge into audit_log a using (select 1) s on true when matched then delete',
    `insert into audit_log (id, at, actor_name, action, subject_kind, subject_id) overriding system value
       values (1, now(), 'x', 'x', 'x', 'x') on conflict (id) do update set action = 'x'`,
    'alter table audit_log disable trigger audit_log_append_only',
    'alter table audit_log disable trigger all',
    'alter table audit_log rename to another',
    'alter table audit_log drop column action',
    'alter table audit_log owner to current_user',
    'drop table audit_log cascade',
    'drop trigger audit_log_append_only on audit_log',
    'drop function audit_log_is_append_only() cascade',
    `create or replace function audit_log_is_append_only() returns trigger language plpgsql as 'begin return new; end'`,
    `create rule nothing as on insert to audit_log do instead nothing`,
    `create trigger another before insert on audit_log for each row execute function audit_log_is_append_only()`,
    'create policy another on audit_log using (false)',
    'create table public.another (id int)',
    'create schema another',
    'drop schema public cascade',
    'set role helix',
    'set role postgres',
    'set session authorization helix',
    'set session_replication_role = replica',
    'grant helix to current_user',
    'alter role current_user superuser',
    'create role another',
    `copy audit_log to program 'true'`,
    'create extension dblink',
    'delete from kysely_migration',
    'delete from graphile_worker.migrations',
  ])('cannot: %s', async (statement) => {
    const client = await site.pool.connect();
    try {
      await client.query('begin');
      await expect(client.query(statement)).rejects.toThrow(
        /permission denied|must be (?:able|owner|superuser)|Only roles|not allowed/,
      );
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  it('cannot grant itself rights: PostgreSQL only warns', async () => {
    await site.pool.query('grant all on audit_log to current_user');
    expect(await mayChangeAuditLog(site.pool)).toBe(false);
  });

  it('stays the same after "reset role"', async () => {
    const client = await site.pool.connect();
    try {
      await client.query('reset role; reset session authorization');
      const { rows } = await client.query('select current_user as name, session_user as first');
      expect(rows).toEqual([{ name: 'helix_site', first: 'helix_site' }]);
    } finally {
      client.release();
    }
  });

  it('may delete a user permanently; the recorded name remains', async () => {
    const { id } = await site.db
      .insertInto('users')
      .values({ username: 'ada-admin', email: 'ada@people.example' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await writeAudit(site.db, { ...entry, actor: { id, name: 'ada-admin' }, action: 'test.removal' });
    await site.db.deleteFrom('users').where('id', '=', id).execute();
    const rows = await site.db.selectFrom('audit_log').selectAll().where('action', '=', 'test.removal').execute();
    expect(rows).toMatchObject([{ actor_id: null, actor_name: 'ada-admin' }]);
  });
});

it('even the owner of the tables is rejected by the trigger', async () => {
  await expect(owner.pool.query(`update audit_log set action = 'nothing'`)).rejects.toThrow('append-only');
  await expect(owner.pool.query('delete from audit_log')).rejects.toThrow('append-only');
  await expect(owner.pool.query('truncate audit_log')).rejects.toThrow('append-only');
});

it('missing rights are granted, excess rights are revoked, and correct ones are left alone', async () => {
  const other = await createDatabase();
  const [working, own] = [openDatabase(other.connection), openDatabase(other.ownerConnection)];
  const connections = { site: other.connection, owner: other.ownerConnection };
  try {
    const readRights = async () =>
      (
        await own.pool.query(`select oid::regclass::text as name, relacl::text, xmin::text from pg_class
        where relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace) order by 1`)
      ).rows;
    const before = await readRights();
    expect(await Promise.all([prepareDatabase(connections), prepareDatabase(connections)])).toEqual([true, true]);
    expect(await readRights()).toEqual(before);
    await own.pool.query('grant update, delete on audit_log to helix_site; revoke select on users from helix_site');
    await own.pool.query('create table later (id bigint generated always as identity, word text)');
    expect(await mayChangeAuditLog(working.pool)).toBe(true);
    await working.pool.query(`insert into later (word) values ('now')`);
    expect(await prepareDatabase(connections)).toBe(true);
    await expect(working.pool.query('delete from audit_log')).rejects.toThrow('permission denied');
    await working.pool.query('select id from users');
  } finally {
    await working.close();
    await own.close();
    await other.drop();
  }
});

it('one role for both still works and is detected', async () => {
  const other = await createDatabase({ empty: true });
  try {
    expect(await prepareDatabase({ site: other.ownerConnection, owner: null })).toBe(false);
    expect(await prepareDatabase({ site: other.ownerConnection, owner: other.ownerConnection })).toBe(false);
  } finally {
    await other.drop();
  }
});

it('an older database where one role owned everything continues with its pending jobs', async () => {
  const cluster = await freshCluster();
  const own = openDatabase(cluster.ownerConnection);
  await migrateToLatest(own.db);
  await migrateJobs(own.pool);
  const done: string[] = [];
  const note = defineJob({
    name: 'test.note',
    payload: z.object({ id: z.string() }),
    async run({ id }) {
      done.push(id);
    },
  });
  await enqueue(own.db, note, { id: 'waiting' });
  await writeAudit(own.db, entry);
  await own.close();
  const working = openDatabase(cluster.connection);
  await expect(working.pool.query('select from users')).rejects.toThrow('permission denied');
  expect(await prepareDatabase({ site: cluster.connection, owner: cluster.ownerConnection })).toBe(true);
  const jobs = await startJobs({ pool: working.pool, jobs: [note], deps: {}, workers: 1, log });
  await enqueue(working.db, note, { id: 'new' });
  await vi.waitFor(() => expect(done.sort()).toEqual(['new', 'waiting']), { timeout: 10_000 });
  await jobs.stop();
  const { rows } = await working.pool.query('select from graphile_worker.jobs');
  expect(rows).toEqual([]);
  expect((await working.db.selectFrom('audit_log').selectAll().execute()).length).toBe(1);
  await working.close();
  await cluster.stop();
});

describe('a process without the owner’s address', () => {
  it('works on an up-to-date database, and otherwise says what to run', async () => {
    const prepared = await createDatabase();
    const asOwner = openDatabase(prepared.ownerConnection);
    const alone = { site: prepared.connection, owner: null };
    try {
      expect(await prepareDatabase(alone)).toBe(true);
      await asOwner.pool.query('delete from kysely_migration where name = (select max(name) from kysely_migration)');
      await expect(prepareDatabase(alone)).rejects.toThrow(/older than this version.*`npm run migrate`/);
    } finally {
      await asOwner.close();
      await prepared.drop();
    }
  });
});
