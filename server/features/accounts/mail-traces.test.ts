// Emailed tokens appear only in the email itself.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openDatabase } from '#server/kit/db/db.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { emptyInstallation, environmentOf } from '#test/harness/installation.ts';
import { mailsTo, runJobs, tokenIn } from '#test/harness/mailbox.ts';
import { runScript } from '#test/harness/run-script.ts';

let test: TestApp;
let member: Person;
beforeAll(async () => {
  test = await startTestApp();
  member = await test.addPerson();
});
afterAll(() => test.stop());

/** Tables with a row that contains the text, including the job queue's tables. */
const tablesWith = async (text: string): Promise<string[]> => {
  const tables = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'graphile_worker') and c.relkind = 'r' order by 1`.execute(test.ownerDb);
  expect(tables.rows.length).toBeGreaterThan(40);
  const hits: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ there: boolean }>`select exists (
      select from ${sql.raw(name)} t where strpos(t::text, ${text}) > 0
        or strpos(t::text, ${Buffer.from(text).toString('hex')}) > 0) as there`.execute(test.ownerDb);
    if (rows[0]?.there) hits.push(name);
  }
  return hits;
};

const lastTokenOf = async ({ email }: Person): Promise<string> => tokenIn((await mailsTo(test, email)).at(-1));

it('stores an emailed token in no table, neither while the email is queued nor after', async () => {
  expect(await tablesWith(member.email)).toContain('public.users');
  await test.call({ method: 'POST', url: '/api/auth/forgot-password', payload: { email: member.email } });
  await runJobs(test);
  const sent = await lastTokenOf(member);
  expect(await tablesWith(sent)).toEqual([]);
  const newcomer = { email: 'newcomer@people.example', password: 'a quiet green meadow' };
  await test.call({ method: 'POST', url: '/api/auth/register', payload: newcomer });
  const waiting = tokenIn((await mailsTo(test, newcomer.email))[0]);
  expect(await tablesWith(waiting)).toEqual([]);
  // The link can still be used.
  const reset = { token: sent, password: 'another quiet meadow' };
  expect((await test.call({ method: 'POST', url: '/api/auth/reset-password', payload: reset })).statusCode).toBe(204);
});

it('leaves emails out of backups, and a restored site can run its jobs', { timeout: 120_000 }, async () => {
  const store = mkdtempSync(join(tmpdir(), 'helix-backups-'));
  const target = await emptyInstallation();
  try {
    const newcomer = { email: 'saved@people.example', password: 'a quiet green meadow' };
    await test.call({ method: 'POST', url: '/api/auth/register', payload: newcomer });
    const token = tokenIn((await mailsTo(test, newcomer.email))[0]);
    expect(await runScript('scripts/backup.ts', environmentOf(test), [store])).toMatchObject({ code: 0 });
    const files = readdirSync(store, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const parts = files.filter(({ name }) => name.endsWith('.copy.gz'));
    expect(parts.map(({ name }) => name)).toContain('public.users.copy.gz');
    expect(parts.map(({ name }) => name)).not.toContain('public.mail_outbox.copy.gz');
    for (const { parentPath, name } of parts)
      expect(gunzipSync(readFileSync(join(parentPath, name))).includes(token), name).toBe(false);

    expect(await runScript('scripts/restore.ts', target.env, [store])).toMatchObject({ code: 0, errors: '' });
    const again = await startTestApp({ beside: target });
    const owner = openDatabase(target.database.ownerConnection);
    try {
      await runJobs(again);
      const left = await sql<{ count: number }>`select count(*)::int as count from graphile_worker.jobs
        where task_identifier = 'mail.deliver'`.execute(owner.db);
      expect(left.rows).toEqual([{ count: 0 }]);
    } finally {
      await owner.close();
      await again.stop();
    }
  } finally {
    await target.remove();
    rmSync(store, { recursive: true, force: true });
  }
});
