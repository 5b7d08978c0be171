/**
 * Measures how long a new version of an asset with 10,000 files takes: starting it, which copies the rows of its files, and
 * restoring an earlier one, which also swaps the files that differ. The reference copies the same rows with one statement.
 * `SIZE=small` is a trial run.
 */
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createSession } from '#server/platform/sessions.ts';
import { makeTemporaryHome } from '#test/harness/temporary-homes.ts';
import { median, spreadOf } from './measure/load.ts';
import { watchOthers } from './measure/servers.ts';
import { type BenchSite, openSite } from './measure/site.ts';
import { isSmall, type Row, rowOf, saveResult } from './saved.ts';

const FILES = isSmall ? 200 : 10_000;
const ROUNDS = isSmall ? 2 : 7;
const MOST_SPREAD_PERCENT = 40;

const timed = async <T>(act: () => Promise<T>): Promise<{ ms: number; result: T }> => {
  const begun = performance.now();
  const result = await act();
  return { ms: performance.now() - begun, result };
};

/** Gives a resource the files that are measured, instead of its own. */
const giveFiles = async ({ owner }: BenchSite, id: string): Promise<void> => {
  await sql`delete from resource_files where resource_id = ${id}`.execute(owner);
  await sql`insert into resource_files (resource_id, path, size, sha256, crc32, storage_key)
    select ${id}, 'folder ' || n % 100 || '/file ' || n || '.mov', 1000 + n, encode(sha256(n::text::bytea), 'hex'), n, 'bench/' || n
    from generate_series(1, ${FILES}) n`.execute(owner);
  await sql`update resources set file_count = ${FILES}, preview_state = 'READY', licence = 'CC0', rights_declared_at = now(),
    file_size = (select sum(size) from resource_files where resource_id = ${id}) where id = ${id}`.execute(owner);
};

/** Milliseconds of copying the rows of a resource's files to another one, which are removed again. */
const copyRows = async ({ db }: BenchSite, from: string, to: string): Promise<number> => {
  const { ms } = await timed(() =>
    sql`insert into resource_files (resource_id, path, size, sha256, crc32, storage_key)
      select ${to}, path, size, sha256, crc32, storage_key from resource_files where resource_id = ${from}`.execute(db),
  );
  await db.deleteFrom('resource_files').where('resource_id', '=', to).execute();
  return ms;
};

const home = await makeTemporaryHome();
// Even if this bench runs as root, the database runs under its own account, which must be able to enter the folder.
chmodSync(home, 0o711);
try {
  const site = await openSite(join(home, 'versions'), 2000, false);
  try {
    const { db, ours } = site;
    const [id = '', spare = ''] = site.visibleIds;
    await db.deleteFrom('resource_files').where('resource_id', '=', spare).execute();
    await giveFiles(site, id);
    const { author_id: leaker } = await db
      .selectFrom('resources')
      .select('author_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const admin = await db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'ADMIN')
      .limit(1)
      .executeTakeFirstOrThrow();
    const cookieOf = async (userId: string) =>
      `token=${await createSession(db, { userId, userAgent: 'bench', now: new Date() })}`;
    const [cookie, adminCookie] = [await cookieOf(leaker ?? ''), await cookieOf(admin.id)];
    const call = async <T>(method: string, path: string, body: object | undefined, as = cookie): Promise<T> => {
      const answer = await fetch(`http://127.0.0.1:${ours.port}${path}`, {
        method,
        headers: { cookie: as, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
      return (answer.status === 204 ? undefined : await answer.json()) as T;
    };
    const start = () => call<{ id: string }>('POST', `/api/uploads/${id}/versions`, { note: 'Another cut.' });

    // The second version differs in a tenth of the files.
    const { id: versionId } = await start();
    await sql`update resource_files set sha256 = encode(sha256(path::bytea), 'hex'), storage_key = storage_key || ' new'
      where resource_id = ${versionId} and crc32 % 10 = 0`.execute(site.owner);
    await call('POST', `/api/uploads/${versionId}/submit`, undefined);
    await call('PUT', `/api/admin/uploads/${versionId}/status`, { status: 'APPROVED' }, adminCookie);

    const times = { copied: [] as number[], started: [] as number[], restored: [] as number[] };
    const endWatch = watchOthers(() => ours.cpuSeconds() + site.databaseCpuSeconds());
    // The first round is a warm-up.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const copied = await copyRows(site, id, spare);
      const { ms: started, result } = await timed(start);
      await call('DELETE', `/api/uploads/${result.id}`, undefined);
      // Of the first two versions, the one that isn't current.
      const { ms: restored } = await timed(() =>
        call('POST', `/api/uploads/${id}/versions/${round % 2 === 0 ? 1 : 2}/restore`, undefined),
      );
      if (round === 0) continue;
      times.copied.push(copied);
      times.started.push(started);
      times.restored.push(restored);
    }
    const { othersPercent, isDisturbed } = endWatch();
    const row = (name: Row['name'], ms: readonly number[]): Row => {
      const ratios = ms.map((one, index) => one / (times.copied[index] ?? Number.NaN));
      return rowOf(
        { name, reference: 'copying the rows of its files', unit: 'ms', better: 'less' },
        {
          ...{ ours: median(ms), theirs: median(times.copied), ratio: median(ratios) },
          isDisturbed: isDisturbed || spreadOf(ratios) > MOST_SPREAD_PERCENT,
        },
      );
    };
    const rows = [
      row('new version of 10,000 files', times.started),
      row('restored version of 10,000 files', times.restored),
    ];
    console.table(rows.map(({ name, ours: ms, theirs, ratio }) => ({ name, ms, theirs, ratio })));
    console.log(`Other programs used ${othersPercent} % of the machine`);
    saveResult('versions', { othersPercent, files: FILES, times, rows });
  } finally {
    await site.close();
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}
