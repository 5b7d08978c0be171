/**
 * Measures the time from launching the server to its first list from the database, with all migrations already applied. Also
 * measures the process's memory before and after serving many requests for everything that visitors read: lists, searches, a
 * thread, and pages. Rounds alternate with a bare Fastify server that uses the PostgreSQL driver on the same database. The
 * database is already running, and requests begin as soon as the servers are launched. This bench has no limits of its own; the
 * table compares its rows with their goals. `SIZE=small` is a trial run.
 */
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeTemporaryHome } from '#test/harness/temporary-homes.ts';
import { median, runLoad, spreadOf } from './measure/load.ts';
import { launchServer } from './measure/servers.ts';
import { browserHeaders, openSite, siteEnv } from './measure/site.ts';
import { timeOf } from './measure/timed-call.ts';
import { authorNameOf } from './rows/catalogue-rows.ts';
import { fillForum } from './rows/forum-rows.ts';
import { isSmall, type RowName, rowOf, saveResult } from './saved.ts';

const RESOURCES = 5000;
const FORUM = { threads: 300, posts: 100 };
const ROUNDS = isSmall ? 2 : 5;
/** How long requests are sent to each server in total; every path gets an equal share of this time. */
const LOAD_SECONDS = isSmall ? 2 : 16;
const CONNECTIONS = 64;
/** Pause after start-up, while the process is still compiling code and collecting garbage. */
const SETTLE_MS = 2000;
const MOST_SPREAD_PERCENT = 40;

type Side = { script: string; list: string; paths: readonly string[] };
type Round = { startMs: number; cpuSeconds: number; idleMib: number; loadedMib: number };

const measure = async (env: Record<string, string>, { script, list, paths }: Side): Promise<Round> => {
  const begun = performance.now();
  const server = await launchServer(script, env);
  try {
    await timeOf(server.port, { path: list });
    const startMs = performance.now() - begun;
    const cpuSeconds = server.cpuSeconds();
    await sleep(SETTLE_MS);
    const idleMib = server.rssMib();
    for (const path of paths) {
      const { port } = server;
      const headers = browserHeaders;
      await runLoad({
        port,
        next: () => path,
        connections: CONNECTIONS,
        seconds: LOAD_SECONDS / paths.length,
        headers,
      });
    }
    return { startMs, cpuSeconds, idleMib, loadedMib: server.rssMib() };
  } finally {
    await server.stop();
  }
};

const home = await makeTemporaryHome();
// Even if this bench runs as root, the database runs under its own account, which must be able to enter the folder.
chmodSync(home, 0o711);
try {
  const folder = join(home, 'start');
  const site = await openSite(folder, RESOURCES, false);
  try {
    const id = site.visibleIds[0];
    const forum = await fillForum(site.owner, FORUM);
    const person = authorNameOf(17);
    const place = `/api/forum/categories/${forum.subcategory.address}`;
    // Stop the servers that openSite started, because they would compete for CPU time. Background jobs run as on a real site.
    await Promise.all([site.ours.stop(), site.bare.stop()]);
    const env = siteEnv(folder, site.connection);
    const sides = {
      ours: {
        script: 'scripts/start.ts',
        list: '/api/resources',
        paths: [
          ...['/api/resources', '/api/resources?category=Free', '/api/resources?search=film', `/api/resources/${id}`],
          ...[`/api/users/${person}`, place, `/api/forum/threads/${forum.threadId}`, '/api/requests'],
          ...['/', '/resources', '/resources?search=film', `/resources/${id}`, '/community', '/wiki', '/premium'],
          `/community/${forum.subcategory.address}/${forum.threadId}`,
        ],
      },
      bare: {
        script: 'bench/peers/bare.ts',
        list: '/resources',
        paths: ['/resources', `/resources/${id}`, '/search/film'],
      },
    };
    const rounds: { ours: Round; bare: Round }[] = [];
    // The first round warms up the file cache.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const bare = await measure(env, sides.bare);
      const ours = await measure({ ...env, WORKERS: '2' }, sides.ours);
      if (round > 0) rounds.push({ ours, bare });
    }
    const row = (name: RowName, unit: string, pick: (round: Round) => number, cost?: number) => {
      const ratios = rounds.map(({ ours, bare }) => pick(ours) / pick(bare));
      return rowOf(
        { name, reference: 'bare Fastify and pg', unit, better: 'less' },
        {
          ours: median(rounds.map(({ ours }) => pick(ours))),
          theirs: median(rounds.map(({ bare }) => pick(bare))),
          ratio: median(ratios),
          ...(cost === undefined ? {} : { cost }),
          isDisturbed: spreadOf(ratios) > MOST_SPREAD_PERCENT,
        },
      );
    };
    const cpu = median(rounds.map(({ ours, bare }) => ours.cpuSeconds / bare.cpuSeconds));
    const rows = [
      row('memory, idle', 'MiB', ({ idleMib }) => idleMib),
      row('memory, after load', 'MiB', ({ loadedMib }) => loadedMib),
      row('start', 'ms', ({ startMs }) => startMs, cpu),
    ];
    console.table(rows);
    saveResult('start', { rounds, rows });
  } finally {
    await site.close();
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}
