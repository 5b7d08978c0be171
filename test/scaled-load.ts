// People at a site while its processes are replaced: readers, writers, downloads and live readers, all through the balancer.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { addSubcategory, addThread } from './forum.ts';
import type { Person, TestApp } from './harness.ts';
import { addResource } from './resources.ts';
import type { ScaledSite } from './scaled-site.ts';
import { connected, look, openReader, type Reader, record } from './socket-clients.ts';

const MIB = 1024 * 1024;
const READERS = 6;
const WRITERS = 3;
const SOCKETS = 10;
/** Fewer than anybody may ask for in a minute: then they come from elsewhere. */
const READS_EACH = 200;
const POSTS_EACH = 25;
const PAUSE_MS = 20;
const PAGES = ['/', '/resources', '/api/resources', '/community', '/api/stats', '/premium'];

type Counts = { reads: number; posts: number; downloads: number; sockets: number; told: number };
export type Load = {
  /** Resolves when every kind of it has succeeded once. */
  warm(): Promise<void>;
  /** Ends it; what is under way is waited for. */
  stop(): Promise<{ counts: Counts; failures: string[] }>;
};

export const startLoad = async (site: ScaledSite): Promise<Load> => {
  const counts: Counts = { reads: 0, posts: 0, downloads: 0, sockets: 0, told: 0 };
  const failures: string[] = [];
  const over = new AbortController();
  const running: Promise<void>[] = [];
  let networks = 0;

  /** A way in from an address of its own; each request by a connection of its own, as nginx closes kept ones when it reloads. */
  const newComer = (): Agent => {
    networks += 1;
    return new Agent({ pipelining: 0, localAddress: `127.${10 + (networks % 200)}.${networks % 250}.1` });
  };
  const ask = async (agent: Agent, path: string, options: { person?: Person; body?: object } = {}) => {
    const { person, body } = options;
    const answer = await request(`${site.url}${path}`, {
      dispatcher: agent,
      method: body ? 'POST' : 'GET',
      headers: { accept: 'text/html', ...(body ? { 'content-type': 'application/json' } : {}), ...person?.headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: answer.statusCode, bytes: Buffer.from(await answer.body.arrayBuffer()) };
  };
  /** Repeats an act until all is over; what goes wrong is noted, and it goes on. */
  const repeat = (name: string, act: () => Promise<void>): void => {
    const run = async (): Promise<void> => {
      while (!over.signal.aborted) {
        await act().catch((error: unknown) =>
          failures.push(`${name}: ${error instanceof Error ? error.message : error}`),
        );
        await sleep(PAUSE_MS);
      }
    };
    running.push(run());
  };
  const demand = (what: string, isRight: boolean): void => {
    if (!isRight) throw new Error(what);
  };

  for (let reader = 0; reader < READERS; reader += 1) {
    let [agent, reads] = [newComer(), reader];
    repeat('reader', async () => {
      reads += 1;
      if (reads % READS_EACH === 0) agent = newComer();
      const path = PAGES[reads % PAGES.length] ?? '/';
      const { status } = await ask(agent, path);
      demand(`${status} at ${path}`, status === 200);
      counts.reads += 1;
    });
  }

  const host = await site.addPerson();
  const { id: subcategoryId } = await addSubcategory(site);
  const thread = await addThread(site, { subcategoryId, authorId: host.id });
  for (let writer = 0; writer < WRITERS; writer += 1) {
    const agent = newComer();
    let [person, posts] = [await site.addPerson(), 0];
    repeat('writer', async () => {
      if (posts === POSTS_EACH) [person, posts] = [await site.addPerson(), 0];
      const body = { threadId: thread.id, content: `Of the grain ${randomUUID()}` };
      const { status, bytes } = await ask(agent, '/api/forum/posts', { person, body });
      demand(`${status} ${bytes}`, status === 201);
      posts += 1;
      counts.posts += 1;
      await sleep(10 * PAUSE_MS);
    });
  }

  const content = randomBytes(8 * MIB);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const admin = await site.addPerson('ADMIN');
  const resource = await addResource(
    { db: site.db, deps: { storage: site.storage } as unknown as TestApp['deps'] },
    {
      authorId: admin.id,
      files: { 'long.bin': content },
    },
  );
  const downloader = newComer();
  repeat('download', async () => {
    const told = await ask(downloader, `/api/resources/${resource}/download-url?file=long.bin`, { person: admin });
    demand(`${told.status} ${told.bytes}`, told.status === 200);
    const { downloadUrl } = JSON.parse(told.bytes.toString()) as { downloadUrl: string };
    const { status, bytes } = await ask(downloader, downloadUrl, { person: admin });
    demand(`${status}, ${bytes.length} bytes`, status === 200);
    demand('other bytes', createHash('sha256').update(bytes).digest('hex') === sha256);
    counts.downloads += 1;
    // 200 links an hour.
    await sleep(50 * PAUSE_MS);
  });

  const readers: Reader[] = [];
  const place = { kind: 'thread', id: thread.id } as const;
  for (let index = 0; index < SOCKETS; index += 1) {
    const reader = openReader(site.url, null, {
      reconnection: true,
      reconnectionDelay: 100,
      reconnectionDelayMax: 300,
    });
    readers.push(await connected(reader));
    // As the page does it: each time anew, since a room is held by the process.
    reader.on('connect', () => void look(reader, place).catch(() => {}));
    await look(reader, place);
  }
  counts.sockets = readers.length;

  return {
    async warm() {
      while (failures.length === 0 && Math.min(counts.reads / 20, counts.posts, counts.downloads) < 1)
        await sleep(PAUSE_MS);
    },
    async stop() {
      over.abort();
      await Promise.all(running);
      const told = await lastPost(site, { readers, host, threadId: thread.id }).catch((error: Error) => {
        failures.push(`sockets: ${error.message}`);
        return 0;
      });
      for (const reader of readers) reader.disconnect();
      return { counts: { ...counts, told }, failures };
    },
  };
};

type Ending = { readers: Reader[]; host: Person; threadId: string };

/** How many of the readers are told of a post, in the end. */
const lastPost = async (site: ScaledSite, { readers, host, threadId }: Ending): Promise<number> => {
  // Whoever was cut comes back by itself, within a few attempts.
  for (const end = Date.now() + 10_000; Date.now() < end && !readers.every((reader) => reader.connected); )
    await sleep(PAUSE_MS);
  await Promise.all(readers.map((reader) => look(reader, { kind: 'thread', id: threadId })));
  const events = readers.map(record);
  const answer = await fetch(`${site.url}/api/forum/posts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...host.headers },
    body: JSON.stringify({ threadId, content: 'The last one' }),
  });
  const { number } = (await answer.json()) as { number: number };
  const isTold = (told: [string, unknown][]) =>
    told.some(([name, post]) => name === 'newPost' && (post as { number: number }).number === number);
  for (const end = Date.now() + 5000; Date.now() < end && !events.every(isTold); ) await sleep(PAUSE_MS);
  return events.filter(isTold).length;
};
