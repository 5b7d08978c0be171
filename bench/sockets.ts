/**
 * How long a reply takes from being sent to being read by everybody in the thread: 50 readers, and 1,000 other sockets that are
 * only there, beside bare servers with the same sockets on the same PostgreSQL, in turns. And what a socket costs that is only
 * there. Fails when ours takes more than twice as long as a bare server that looks up the session and writes the same rows, at
 * the median or at the 99th of a hundred; where other programs disturb, by processor time. A bare server that knows nobody and
 * writes one row stands beside them, and the same with 1,000 readers at the end. `SIZE=small` only tries it.
 */
import { randomUUID } from 'node:crypto';
import { chmodSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import WebSocket from 'ws';
import { openDatabase } from '#server/kit/db.ts';
import { startEmbeddedPostgres } from '#server/kit/embedded-postgres.ts';
import { createSession } from '#server/kit/sessions.ts';
import { prepareDatabase } from '#server/kit/site-role.ts';
import { makeTemporaryHome } from '#test/temporary-homes.ts';
import { openInspector } from './heap.ts';
import { median } from './load.ts';
import { isSmall, rowOf, saveResult } from './saved.ts';
import { type BenchServer, launchServer, machineFacts, watchOthers } from './servers.ts';

const MOST_TIMES = 2;
const IDLE = isSmall ? 100 : 1000;
const READERS = isSmall ? 10 : 50;
const ROUNDS = isSmall ? 2 : 10;
/** A server that has been running is what readers meet: the first hundreds of requests run code that is not compiled yet. */
const WARM_UP_ROUNDS = isSmall ? 1 : 20;
const POSTS = isSmall ? 10 : 50;
/** And when nearly everybody reads the same thread: telling them is most of the work then. */
const CROWD = isSmall ? 100 : 1000;
const CROWD_ROUNDS = isSmall ? 1 : 5;
const CROWD_POSTS = 10;
const AT_ONCE = 50;
const SAME = { reference: 'bare Socket.IO, same session and rows', unit: 'ms to the last', better: 'less' } as const;
const ARRIVAL_LIMIT_MS = 10_000;

const text = 'The qualifier takes the skin first, and a window keeps it off the wall behind. **Two nodes**, no more. ';

/** A socket that has joined and looks at a thread: without a client's library, whose work would be measured as well. */
const openSocket = (port: number, threadId: string): Promise<WebSocket> =>
  new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/?EIO=4&transport=websocket`, { perMessageDeflate: false });
    socket.once('error', reject);
    socket.on('message', (data) => {
      const said = String(data);
      if (said.startsWith('0')) socket.send('40');
      else if (said === '2') socket.send('3');
      else if (said.startsWith('40')) socket.send(`421["look",{"kind":"thread","id":"${threadId}"}]`);
      else if (said.startsWith('431[null')) reject(new Error('there is no such thread'));
      else if (said.startsWith('431')) resolve(socket);
    });
  });

const openSockets = async (port: number, threadId: string, count: number): Promise<WebSocket[]> => {
  const sockets: WebSocket[] = [];
  while (sockets.length < count) {
    const some = Math.min(AT_ONCE, count - sockets.length);
    sockets.push(...(await Promise.all(Array.from({ length: some }, () => openSocket(port, threadId)))));
  }
  return sockets;
};

type Side = { server: BenchServer; threadId: string; readers: WebSocket[]; cookie: string; agent: Agent };

const send = ({ server, threadId, cookie, agent }: Side, path: string, content: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', cookie };
    const asked = request({ port: server.port, path, method: 'POST', headers, agent }, (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      response.on('end', () =>
        response.statusCode === 201 ? resolve() : reject(new Error(`${response.statusCode}: ${body}`)),
      );
    });
    asked.once('error', reject);
    asked.end(JSON.stringify({ threadId, content }));
  });

/** Milliseconds from sending a reply until the last reader has it. */
const measurePost = async (side: Side): Promise<number> => {
  const mark = randomUUID();
  let limit: ReturnType<typeof setTimeout> | undefined;
  const arrivals = Promise.all(
    side.readers.map(
      (reader) =>
        new Promise<void>((resolve) => {
          const read = (data: WebSocket.RawData): void => {
            const said = String(data);
            if (!said.startsWith('42["newPost"') || !said.includes(mark)) return;
            reader.off('message', read);
            resolve();
          };
          reader.on('message', read);
        }),
    ),
  );
  const lost = new Promise<never>((_, reject) => {
    limit = setTimeout(() => reject(new Error('a reader was not told')), ARRIVAL_LIMIT_MS);
  });
  const begun = performance.now();
  const sent = send(side, '/api/forum/posts', text + mark);
  await Promise.race([arrivals, lost]);
  const ms = performance.now() - begun;
  clearTimeout(limit);
  await sent;
  return ms;
};

type Round = { times: number[]; cpuMs: number };

const measureRound = async (side: Side, posts = POSTS): Promise<Round> => {
  const before = side.server.cpuSeconds();
  const times: number[] = [];
  for (let count = 0; count < posts; count += 1) times.push(await measurePost(side));
  return { times, cpuMs: ((side.server.cpuSeconds() - before) * 1000) / posts };
};

/** The row of a crowd: all other sockets are gone, and so many more read the thread. */
const measureCrowd = async (sides: { ours: Side & { idle: WebSocket[] }; bare: Side & { idle: WebSocket[] } }) => {
  for (const side of [sides.bare, sides.ours]) {
    for (const socket of side.idle) socket.terminate();
    const more = await openSockets(side.server.port, side.threadId, CROWD - side.readers.length);
    side.readers.push(...more);
  }
  const rounds: { ours: Round; bare: Round }[] = [];
  const endWatch = watchOthers(() => sides.ours.server.cpuSeconds() + sides.bare.server.cpuSeconds());
  // The first round warms up.
  for (let round = 0; round <= CROWD_ROUNDS; round += 1) {
    const bare = await measureRound(sides.bare, CROWD_POSTS);
    const ours = await measureRound(sides.ours, CROWD_POSTS);
    if (round > 0) rounds.push({ ours, bare });
  }
  const { isDisturbed } = endWatch();
  const lastOf = (side: 'ours' | 'bare'): number => median(rounds.flatMap((round) => round[side].times));
  return rowOf(
    { name: 'sockets, 1,000 readers', ...SAME },
    {
      ...{ ours: lastOf('ours'), theirs: lastOf('bare') },
      ...{ cost: median(rounds.map(({ ours, bare }) => ours.cpuMs / bare.cpuMs)), isDisturbed },
    },
  );
};

const p99Of = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? Number.NaN;
const rounded = (value: number, digits = 1): number => Number(value.toFixed(digits));

const home = await makeTemporaryHome();
// As root, the database's user must be able to pass through.
chmodSync(home, 0o711);
const machine = machineFacts();
const closers: (() => unknown)[] = [() => rmSync(home, { recursive: true, force: true })];
try {
  // As a site has it: a post is on the disk before anybody is told.
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
  const cookie = `token=${await createSession(db, { userId: personId, userAgent: 'bench', now })}`;
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
  const [threadId, otherId] = [await addThread('A thread that is read'), await addThread('Another one')];
  const { id: postId } = await db
    .selectFrom('forum_posts')
    .select('id')
    .where('thread_id', '=', otherId)
    .executeTakeFirstOrThrow();
  const launchBare = async (WRITES: string, inspector: { env: Record<string, string> }): Promise<BenchServer> => {
    const server = await launchServer('bench/bare-sockets.ts', { ...env, ...inspector.env, WRITES, POST_ID: postId });
    closers.push(() => server.stop());
    return server;
  };
  const bare = await launchBare('same', inspectors.bare);
  const oneRow = await launchBare('one', inspectors.oneRow);
  const bareThreadId = await addThread('A thread of the bare server');

  const open = async (
    server: BenchServer,
    threadId: string,
    heldKib: () => Promise<number>,
  ): Promise<Side & { kibPerSocket: number; idle: WebSocket[] }> => {
    // The first sockets make a process grow by what it needs for any.
    for (const socket of await openSockets(server.port, otherId, AT_ONCE)) socket.terminate();
    const before = await heldKib();
    const idle = await openSockets(server.port, otherId, IDLE);
    const kibPerSocket = ((await heldKib()) - before) / IDLE;
    const readers = await openSockets(server.port, threadId, READERS);
    closers.push(() => {
      for (const socket of [...idle, ...readers]) socket.terminate();
    });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    return { server, threadId, readers, cookie, agent, kibPerSocket, idle };
  };
  const sides = {
    oneRow: await open(oneRow, threadId, inspectors.oneRow.heldKib),
    bare: await open(bare, bareThreadId, inspectors.bare.heldKib),
    ours: await open(ours, threadId, inspectors.ours.heldKib),
  };
  const measureAll = async () => ({
    oneRow: await measureRound(sides.oneRow),
    bare: await measureRound(sides.bare),
    ours: await measureRound(sides.ours),
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
  console.log(`From sending a reply to its arrival at all ${READERS} readers, beside ${IDLE} idle sockets:`);
  console.table(figures);
  console.log(`Of the machine other programs had ${othersPercent} %`);
  const rows = [
    rowOf(
      { name: 'sockets', ...SAME },
      { ours: figures.ours.p50Ms, theirs: figures.bare.p50Ms, ratio: times.p50, cost: times.cpu, isDisturbed },
    ),
    await measureCrowd(sides),
    rowOf(
      { name: 'memory of a socket', reference: 'bare Socket.IO', unit: 'KiB', better: 'less' },
      { ours: figures.ours.kibPerIdleSocket, theirs: figures.bare.kibPerIdleSocket },
    ),
  ];
  console.table(rows);
  saveResult('sockets', {
    ...{ machine, othersPercent, idle: IDLE, readers: READERS, posts: ROUNDS * POSTS, times, timesOneRow, figures },
    ...{ passed, rows },
  });
  console.log(`Beside a bare server that writes one row and knows nobody: ${JSON.stringify(timesOneRow)}`);
  console.log(
    `${passed ? 'PASS' : 'FAIL'} a reply arrives in ${times.p50} times a bare server's time, ${times.p99} at the 99th of a hundred, with ${times.cpu} times its processor time; at most ${MOST_TIMES} is asked`,
  );
  process.exitCode = passed ? 0 : 1;
} finally {
  for (const close of closers.reverse()) await close();
}
