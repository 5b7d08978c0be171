// Quality.md, "Nothing lost": the database's disk fills up. First tables can't grow, then PostgreSQL crashes because it can't
// write its WAL, and the site restarts it.
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ServerProcess } from '#test/harness/server-process.ts';
import { allActs, prepareStage } from './acts.ts';
import { closeBooks, findLost } from './books.ts';
import { canMount, fillDisk } from './full-disks.ts';
import { ask, type Reply, startLoad } from './load.ts';
import { type OwnCluster, openOwnCluster } from './own-cluster.ts';
import { createTally, isLarge, runsOf } from './tally.ts';

const FILLS = runsOf(1, 5);
/**
 * Free space in addition to the database's initial size, in MiB. PostgreSQL creates several WAL files of 16 MiB each before the
 * disk is full. The space that is freed at the end must exceed one WAL file, or PostgreSQL can't start. Each further fill needs
 * space for its rows and their WAL.
 */
const SPARE_MIB = 192 + (FILLS - 1) * 40;
const ANSWERED_WITHIN_MS = isLarge ? 3000 : 3000 + 1500;
const AGAIN_WITHIN_MS = 30_000;
const COUNTED_WITHIN_MS = 45_000;

let own: OwnCluster;
let server: ServerProcess;

beforeAll(async () => {
  if (!canMount) return;
  own = await openOwnCluster();
  const size = `$(( $(du -sm "$0" | cut -f1) + ${SPARE_MIB} ))m`;
  const mounting = [
    `mkdir "$0.disk" && mount -t tmpfs -o size=${size} tmpfs "$0.disk" && cp -a "$0/." "$0.disk/"`,
    'chown --reference="$0" "$0.disk" && chmod 700 "$0.disk" && mount --bind "$0.disk" "$0" && exec "$@"',
  ].join(' && ');
  server = await own.start({ WORKERS: '1' }, { under: ['unshare', '--mount', 'sh', '-c', mounting, own.data] });
}, 180_000);
afterAll(() => own?.stop(), 60_000);

/** Makes PostgreSQL switch to a new WAL file (16 MiB) `most` times. It crashes if there is no space for the next file. */
const beginLogs = async (most: number): Promise<void> => {
  const admin = await own.connectAdmin();
  try {
    for (let count = 0; count < most; count += 1) {
      await admin.query('select pg_switch_wal()');
      await admin.query("select pg_logical_emit_message(false, 'faults', 'x')");
    }
  } finally {
    await admin.end().catch(() => {});
  }
};

it.skipIf(!canMount)(
  `loses nothing when the disk is full ${FILLS} times, and recovers without a restart of the site`,
  { timeout: 120_000 + FILLS * 60_000 },
  async () => {
    const { test } = own;
    const tally = createTally('full-database');
    const stage = await prepareStage(test, 100 + FILLS * 400);
    const { member } = stage.people;
    const { acts, sent } = allActs(() => server.url, stage, tally);
    const load = startLoad(acts);
    const send = (path: string, asked: Parameters<typeof ask>[1] = {}): Promise<Reply> =>
      ask(server.url + path, asked, { takes503: true });
    // A post that is too large for the free space in any existing page of the table.
    const post = () =>
      send('/api/forum/posts', {
        method: 'POST',
        person: member,
        json: { threadId: stage.thread.id, content: randomBytes(6000).toString('base64') },
      });
    const expectAway = ({ status, headers, ms }: Reply): void => {
      expect(status).toBe(503);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(ms).toBeLessThan(ANSWERED_WITHIN_MS);
    };
    const away: number[] = [];
    for (let fill = 0; fill < FILLS; fill += 1) {
      await load.reaches(10, ['post']);
      await beginLogs(1);
      const filler = fillDisk(join(`/proc/${server.pid}/root${own.data}`, 'filler'));
      tally.kill();
      let refused = await post();
      for (let tries = 0; tries < 100 && refused.status === 201; tries += 1) refused = await post();
      expectAway(refused);
      const reads = ['/api/stats', `/api/resources?search=word${fill}`, `/api/forum/threads/${stage.thread.id}`];
      // PostgreSQL may reject reads as well.
      for (const path of [...reads, '/api/auth/me'])
        expect((await send(path, { person: member })).status, path).toBeOneOf([200, 503]);
      // Fill the space that has become free again.
      fillDisk(filler);
      await expect(beginLogs(100)).rejects.toThrow();
      expectAway(await post());
      expect((await send('/healthz')).status).toBe(200);
      await sleep(1000);
      expectAway(await post());
      rmSync(filler);
      const freed = performance.now();
      await load.reaches(1, ['post', 'register']);
      away.push(performance.now() - freed);
    }
    await load.reaches(1, ['upload', ...load.unseen()]);
    await load.stop();
    console.info(`writes again after ${away.map((ms) => Math.round(ms)).join(', ')} ms`);
    expect(load.strange).toEqual([]);
    expect(Math.max(...away)).toBeLessThan(AGAIN_WITHIN_MS);
    expect(server.isAlive()).toBe(true);
    // Downloads that could not be counted while the database was unavailable are counted a little later.
    const uncounted = async () =>
      (await findLost(test, load.acknowledged, stage)).filter((one) => /^download /.test(one));
    await expect.poll(uncounted, { timeout: COUNTED_WITHIN_MS, interval: 500 }).toEqual([]);
    await closeBooks(test, tally, { done: load.acknowledged, sent, stage });
    tally.settle();
  },
);
