/**
 * Measures the time from sending a reply until everyone in the thread has received it, with 50 readers and 1,000 idle sockets.
 * Rounds alternate with bare servers that have the same sockets and the same PostgreSQL. Also measures the memory of an idle
 * socket; every socket belongs to a different member.
 *
 * Fails when the site takes more than twice as long as a bare server that looks up the session and writes the same rows. This
 * applies to the median and the 99th percentile, or to CPU time if other programs disturb the run. A bare server that has no
 * sessions and writes a single row is also measured. The last part repeats this with 1,000 readers, and then measures broadcasts
 * to them without any writes. `SIZE=small` is a trial run.
 */
import { chmodSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { WebSocket } from 'ws';
import { openDatabase } from '#server/kit/db/db.ts';
import { prepareDatabase } from '#server/kit/db/db-roles.ts';
import { startEmbeddedPostgres } from '#server/kit/postgres/embedded-postgres.ts';
import { createSession } from '#server/platform/sessions.ts';
import { makeTemporaryHome } from '#test/harness/temporary-homes.ts';
import { openInspector } from './measure/heap.ts';
import { median } from './measure/load.ts';
import { type BenchServer, launchServer, machineFacts, watchOthers } from './measure/servers.ts';
import { measureRound, openSockets, type Round, type Side, text } from './peers/socket-readers.ts';
import { isSmall, type RowName, rowOf, saveResult } from './saved.ts';

const MOST_TIMES = 2;
const IDLE = isSmall ? 100 : 1000;
const READERS = isSmall ? 10 : 50;
const ROUNDS = isSmall ? 2 : 10;
/** Warm-up posts. Unlike on a long-running server, the first few hundred requests run code that has not been compiled yet. */
const WARM_UP_ROUNDS = isSmall ? 1 : 20;
const POSTS = isSmall ? 10 : 50;
/** Number of readers when nearly everyone reads the same thread, so that most of the work is broadcasting. */
const CROWD = isSmall ? 100 : 1000;
const CROWD_ROUNDS = isSmall ? 1 : 5;
const CROWD_POSTS = 10;
/** Sockets opened before memory is measured, so that fixed costs are not counted. */
const FIRST_SOCKETS = 50;
const SAME = 'bare Socket.IO, same session and rows';

type Sides = { ours: Side; bare: Side };

/** Table row comparing two servers with many readers: milliseconds until the last reader has the post, and CPU time per post. */
const measureCrowd = async (name: RowName, reference: string, sides: Sides) => {
  const rounds: { ours: Round; bare: Round }[] = [];
  const endWatch = watchOthers(() => sides.ours.server.cpuSeconds() + sides.bare.server.cpuSeconds());
  // The first round is a warm-up.
  for (let round = 0; round <= CROWD_ROUNDS; round += 1) {
    const bare = await measureRound(sides.bare, CROWD_POSTS);
    const ours = await measureRound(sides.ours, CROWD_POSTS);
    if (round > 0) rounds.push({ ours, bare });
  }
  const { isDisturbed } = endWatch();
  const lastOf = (side: 'ours' | 'bare'): number => median(rounds.flatMap((round) => round[side].times));
  return rowOf(
    { name, reference, unit: 'ms to the last', better: 'less' },
    {
      ...{ ours: lastOf('ours'), theirs: lastOf('bare') },
      ...{ cost: median(rounds.map(({ ours, bare }) => ours.cpuMs / bare.cpuMs)), isDisturbed },
    },
  );
};

const p99Of = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN;
const end = (socket: WebSocket): void => socket.terminate();
const rounded = (value: number, digits = 1): number => Number(value.toFixed(digits));

const home = await makeTemporaryHome();
// Even if this bench runs as root, the database runs under its own account, which must be able to enter the folder.
chmodSync(home, 0o711);
const machine = machineFacts();
const closers: (() => unknown)[] = [() => rmSync(home, { recursive: true, force: true })];
try {
  // As on a real site, a post is written to disk before anyone is notified.
  const postgres = await startEmbeddedPostgres({ home: join(home, 'postgres') });
  closers.push(() => postgres.stop());
  await prepareDatabase({ site: postgres.connection, owner: postgres.ownerConnection });
  const { db, close } = openDatabase(postgres.connection, { max: 2 });
  closers.push(close);
  const { host, user, database } = postgres.connection;
  const env = {
    DATABASE_URL: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
    SECRET_KEY: 'a key for this bench only, never used elsewhere',
    NODE_ENV: 'production',
    PORT: '0',
    RATE_LIMITS: 'off',
    DEMO: 'off',
    LOG_LEVEL: 'warn',
    WORKERS: '0',
    DATA_DIR: join(home, 'data'),
  };
  const inspectors = { ours: await openInspector(), bare: await openInspector(), oneRow: await openInspector() };
  const ours = await launchServer('scripts/start.ts', { ...env, ...inspectors.ours.env });
  closers.push(() => ours.stop());

  const now = new Date();
  const { id: personId } = await db
    .insertInto('users')
    .values({ username: 'bench-writer', email: 'bench@people.example', role: 'USER', password_hash: 'none' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const signIn = async (userId: string): Promise<string> =>
    `token=${await createSession(db, { userId, userAgent: 'bench', now })}`;
  const cookie = await signIn(personId);
  const { rows: members } = await sql<{ id: string }>`insert into users (username, email, role)
    select 'bench-' || n, 'bench-' || n || '@people.example', 'USER' from generate_series(1, ${sql.lit(IDLE)}) n
    returning id`.execute(db);
  const cookies = await Promise.all(members.map(({ id }) => signIn(id)));
  const subcategory = await db.selectFrom('forum_subcategories').select('id').limit(1).executeTakeFirstOrThrow();
  const addThread = async (title: string): Promise<string> => {
    const reply = await fetch(`http://127.0.0.1:${ours.port}/api/forum/threads`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ title, content: text, categoryId: subcategory.id }),
    });
    if (reply.status !== 201) throw new Error(await reply.text());
    return ((await reply.json()) as { id: string }).id;
  };
  const [threadId, otherId] = [await addThread('A thread with readers'), await addThread('Another thread')];
  const { id: postId } = await db
    .selectFrom('forum_posts')
    .select('id')
    .where('thread_id', '=', otherId)
    .executeTakeFirstOrThrow();
  const launch = async (script: string, more: Record<string, string>): Promise<BenchServer> => {
    const server = await launchServer(script, { ...env, ...more });
    closers.push(() => server.stop());
    return server;
  };
  const bare = await launch('bench/peers/bare-sockets.ts', { ...inspectors.bare.env, WRITES: 'same' });
  const oneRow = await launch('bench/peers/bare-sockets.ts', {
    ...inspectors.oneRow.env,
    WRITES: 'one',
    POST_ID: postId,
  });
  const bareThreadId = await addThread('A thread of the bare server');

  const gather = async (server: BenchServer, threadId: string, count: number): Promise<Side> => {
    const readers = await openSockets({ port: server.port, cookies, threadId }, count);
    closers.push(() => readers.forEach(end));
    return { server, threadId, readers, cookie, agent: new Agent({ keepAlive: true, maxSockets: 1 }) };
  };
  const open = async (
    server: BenchServer,
    threadId: string,
    heldKib: () => Promise<number>,
  ): Promise<Side & { kibPerSocket: number; idle: WebSocket[] }> => {
    // The first sockets make a process grow by a fixed amount, so they are opened before memory is measured.
    const place = { port: server.port, cookies };
    for (const socket of await openSockets({ ...place, threadId: otherId }, FIRST_SOCKETS)) socket.terminate();
    const before = await heldKib();
    const idle = await openSockets({ ...place, threadId: otherId }, IDLE);
    const kibPerSocket = ((await heldKib()) - before) / IDLE;
    const side = await gather(server, threadId, READERS);
    closers.push(() => idle.forEach(end));
    return { ...side, kibPerSocket, idle };
  };
  const sides = {
    oneRow: await open(oneRow, threadId, inspectors.oneRow.heldKib),
    bare: await open(bare, bareThreadId, inspectors.bare.heldKib),
    ours: await open(ours, threadId, inspectors.ours.heldKib),
  };
  const measureAll = async () => ({
    oneRow: await measureRound(sides.oneRow, POSTS),
    bare: await measureRound(sides.bare, POSTS),
    ours: await measureRound(sides.ours, POSTS),
  });
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) await measureAll();
  const endWatch = watchOthers(() => ours.cpuSeconds() + bare.cpuSeconds() + oneRow.cpuSeconds());
  const rounds: Record<keyof typeof sides, Round>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measureAll());
  const { othersPercent, isDisturbed } = endWatch();

  const summaryOf = (side: keyof typeof sides) => {
    const times = rounds.flatMap((round) => round[side].times);
    return {
      p50Ms: rounded(median(times)),
      p99Ms: rounded(p99Of(times)),
      cpuMs: rounded(median(rounds.map((round) => round[side].cpuMs)), 2),
      kibPerIdleSocket: rounded(sides[side].kibPerSocket),
    };
  };
  const figures = { oneRow: summaryOf('oneRow'), bare: summaryOf('bare'), ours: summaryOf('ours') };
  const timesOf = (reference: ReturnType<typeof summaryOf>) => ({
    p50: rounded(figures.ours.p50Ms / reference.p50Ms, 2),
    p99: rounded(figures.ours.p99Ms / reference.p99Ms, 2),
    cpu: rounded(figures.ours.cpuMs / reference.cpuMs, 2),
  });
  const times = timesOf(figures.bare);
  const timesOneRow = timesOf(figures.oneRow);
  const passed = isDisturbed ? times.cpu <= MOST_TIMES : times.p50 <= MOST_TIMES && times.p99 <= MOST_TIMES;
  console.log(`From sending a reply to its arrival at all ${READERS} readers, with ${IDLE} idle sockets:`);
  console.table(figures);
  console.log(`Other programs used ${othersPercent} % of the machine`);
  // Close all other sockets before many readers open the thread.
  for (const { idle, readers } of Object.values(sides)) [...idle, ...readers].forEach(end);
  const crowd = {
    ours: await gather(ours, threadId, CROWD),
    bare: await gather(bare, bareThreadId, CROWD),
  };
  const alone = {
    ours: await gather(await launch('bench/peers/kit-sockets.ts', {}), threadId, CROWD),
    bare: await gather(await launch('bench/peers/bare-sockets.ts', { WRITES: 'none' }), threadId, CROWD),
  };
  const rows = [
    rowOf(
      { name: 'sockets', reference: SAME, unit: 'ms to the last', better: 'less' },
      { ours: figures.ours.p50Ms, theirs: figures.bare.p50Ms, ratio: times.p50, cost: times.cpu, isDisturbed },
    ),
    await measureCrowd('sockets, 1,000 readers', SAME, crowd),
    await measureCrowd('broadcast, 1,000 readers', 'bare Socket.IO, same sessions', alone),
    rowOf(
      { name: 'memory of a socket', reference: 'bare Socket.IO, same sessions', unit: 'KiB', better: 'less' },
      { ours: figures.ours.kibPerIdleSocket, theirs: figures.bare.kibPerIdleSocket },
    ),
  ];
  console.table(rows);
  saveResult('sockets', {
    ...{ machine, othersPercent, idle: IDLE, readers: READERS, posts: ROUNDS * POSTS, times, timesOneRow, figures },
    ...{ passed, rows },
  });
  console.log(`Compared with a bare server without sessions that writes one row: ${JSON.stringify(timesOneRow)}`);
  console.log(
    `${passed ? 'PASS' : 'FAIL'} a reply takes ${times.p50} times as long as on a bare server, ${times.p99} at the 99th percentile, with ${times.cpu} times its CPU time; the limit is ${MOST_TIMES}`,
  );
  process.exitCode = passed ? 0 : 1;
} finally {
  for (const close of closers.reverse()) await close();
}
