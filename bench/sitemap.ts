/**
 * Measures the sitemap of a site with a million resources: its index and uncached parts, compared with a bare query for the same
 * rows in the same run. A part may take 6 times as long as that query, and the index may take 3 times as long as reading a part
 * of 16,000 rows. Every part must stay within the protocol's limits. From the ninth part on, when the cache is full, no part may
 * make the process grow by more than 64 MB. `SIZE=small` is a trial run with 30,000 resources.
 */
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#db/types.ts';
import { PART_MOST, partName, partsFor, type SitemapPart, sitemapRangeOf } from '#server/features/seo/rules.ts';
import { createSitemap } from '#server/features/seo/sitemap.ts';
import { createBus } from '#server/kit/db/bus.ts';
import { openDatabase } from '#server/kit/db/db.ts';
import { prepareDatabase } from '#server/kit/db/db-roles.ts';
import { startEmbeddedPostgres } from '#server/kit/postgres/embedded-postgres.ts';
import { makeTemporaryHome } from '#test/harness/temporary-homes.ts';
import { median } from './measure/load.ts';
import { isSmall, saveResult } from './saved.ts';

const MOST_TIMES_BARE = 6;
const MOST_GROWTH_MB = 64;
/** Maximum number of parts that the site caches. */
const WARM_PARTS = 8;
const FILE_MOST_BYTES = 50 * 1024 * 1024;
const ROUNDS = 15;
const RESOURCES = isSmall ? 30_000 : 1_000_000;

/**
 * Creates rows like those of a site that is several years old: IDs in random order, some hidden, some pending. Triggers are
 * disabled, so the number of visible resources is stored here.
 */
const fill = async (db: Kysely<DB>): Promise<void> => {
  await sql`alter table resources disable trigger user`.execute(db);
  await sql`insert into users (username, email, uploads_count) select 'leaker-' || n, 'leaker-' || n || '@people.example', 1
    from generate_series(1, 1000) n`.execute(db);
  await sql`create temporary table authors as select id, row_number() over (order by username)::int - 1 as place from users`.execute(
    db,
  );
  await sql`insert into resources (author_id, title, category, editor, type, status, hidden_at, created_at, updated_at, approved_at)
    select a.id, 'Pack no. ' || n, 'Free', 'After Effects', 'Overlay', case when n % 50 = 0 then 'PENDING' else 'APPROVED' end,
      case when n % 100 = 1 then now() end, now() - n * interval '1 minute', now() - n * interval '40 seconds',
      now() - n * interval '50 seconds'
    from generate_series(1, ${sql.lit(RESOURCES)}) n join authors a on a.place = n % 1000`.execute(db);
  await sql`insert into facet_counts (kind, value, count) select 'all', '', count(*)::int from resources
    where status = 'APPROVED' and hidden_at is null`.execute(db);
  await sql`alter table resources enable trigger user`.execute(db);
  for (const table of ['users', 'resources']) await sql`vacuum (analyze) ${sql.id(table)}`.execute(db);
};

const round = (value: number): number => Number(value.toFixed(2));

const timeOf = async (run: () => Promise<unknown>): Promise<number> => {
  const before = performance.now();
  await run();
  return performance.now() - before;
};

const memoryMb = (): number => process.memoryUsage().rss / 1024 / 1024;

const home = await makeTemporaryHome();
// Even if this bench runs as root, the database runs under its own account, which must be able to enter the folder.
chmodSync(home, 0o711);
const server = await startEmbeddedPostgres({ home: join(home, 'postgres'), durable: false });
try {
  await prepareDatabase({ site: server.connection, owner: server.ownerConnection });
  const owner = openDatabase(server.ownerConnection, { statementTimeoutMs: 0, max: 1 });
  const fillSeconds = (await timeOf(() => fill(owner.db))) / 1000;
  await owner.close();
  const { db, pool, close } = openDatabase(server.connection);
  const bus = await createBus({ connection: server.connection, log: console });
  try {
    let clock = Date.now();
    const sitemap = createSitemap({ db, bus, now: () => new Date(clock), publicUrl: () => 'https://helix.example' });
    /** Clears the caches: notifies all processes and waits until this one has received the message. */
    const forget = async (): Promise<void> => {
      clock += 1000;
      const heard = new Promise<void>((resolve) => {
        const end = bus.subscribe('collections', () => {
          end();
          resolve();
        });
      });
      await bus.publish(db, 'collections', 'bench');
      await heard;
    };
    const { rows } = await pool.query(`select count from facet_counts where kind = 'all'`);
    const parts = partsFor(rows[0].count);
    const bare = (index: number) => {
      const { from, before } = sitemapRangeOf({ parts, index });
      const text = `select id, slug, updated_at from resources where status = 'APPROVED' and hidden_at is null
        and deleted_at is null and id >= $1 and id < $2 order by id`;
      const bounds = [from ?? '00000000-0000-0000-0000-000000000000', before ?? 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
      return pool.query({ name: 'bare', text, values: bounds });
    };
    const nameOf = (index: number): string => partName({ kind: 'resources', parts, index } satisfies SitemapPart);

    // Read the whole sitemap once, like a crawler: it must be complete, with every part within the limits.
    let addresses = 0;
    let largest = { addresses: 0, bytes: 0 };
    let memoryBefore = 0;
    let memoryMost = 0;
    const allMs = await timeOf(async () => {
      for (let index = 0; index < parts; index += 1) {
        const text = gunzipSync((await sitemap.part(nameOf(index))).body);
        const count = text.toString().split('<url>').length - 1;
        addresses += count;
        largest = { addresses: Math.max(largest.addresses, count), bytes: Math.max(largest.bytes, text.length) };
        memoryMost = Math.max(memoryMost, memoryMb());
        if (index < WARM_PARTS) memoryBefore = memoryMost;
      }
    });

    const figures = { part: [] as number[], bare: [] as number[], ratio: [] as number[], index: [] as number[] };
    for (let turn = -3; turn < ROUNDS; turn += 1) {
      const index = (turn + 3) % parts;
      const bareMs = Math.min(await timeOf(() => bare(index)), await timeOf(() => bare(index)));
      await forget();
      const partMs = await timeOf(() => sitemap.part(nameOf(index)));
      const indexMs = await timeOf(() => sitemap.index());
      if (turn < 0) continue;
      figures.part.push(partMs);
      figures.bare.push(bareMs);
      figures.ratio.push(partMs / bareMs);
      figures.index.push(indexMs);
    }
    const result = {
      ...{ resources: RESOURCES, fillSeconds: round(fillSeconds), parts, addresses, expected: rows[0].count },
      ...{ largestPart: largest, allPartsMs: round(allMs), growthMb: round(memoryMost - memoryBefore) },
      ...{
        partMs: round(median(figures.part)),
        bareMs: round(median(figures.bare)),
        indexMs: round(median(figures.index)),
      },
      timesBare: round(median(figures.ratio)),
    };
    const failures = [
      result.timesBare > MOST_TIMES_BARE &&
        `a part takes ${result.timesBare} times a bare query, the limit is ${MOST_TIMES_BARE}`,
      result.indexMs > 3 * result.bareMs && `the index takes ${result.indexMs} ms`,
      result.growthMb > MOST_GROWTH_MB && `the process grew by ${result.growthMb} MB, the limit is ${MOST_GROWTH_MB}`,
      addresses !== result.expected && `${addresses} URLs, but ${result.expected} public resources`,
      largest.addresses > PART_MOST && `a part has ${largest.addresses} URLs`,
      largest.bytes > FILE_MOST_BYTES && `a part has ${largest.bytes} bytes`,
    ].filter((failure) => failure !== false);
    console.table(result);
    saveResult('sitemap', { ...result, failures });
    for (const failure of failures) console.log(`FAIL ${failure}`);
    if (failures.length === 0) console.log('PASS every part of the sitemap is within its bounds');
    process.exitCode = failures.length === 0 ? 0 : 1;
  } finally {
    await bus.close();
    await close();
  }
} finally {
  await server.stop();
  rmSync(home, { recursive: true, force: true });
}
