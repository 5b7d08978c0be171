// Traffic while a site's processes are replaced: readers, writers, downloads and live readers, all through the load balancer.
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
/** Number of reads after which a reader switches to another address, below the per-minute limit for one address. */
const READS_EACH = 200;
const POSTS_EACH = 25;
const PAUSE_MS = 20;
const PAGES = ['/', '/resources', '/api/resources', '/community', '/api/stats', '/premium'];
let networks = 0;

const until = async (isSo: () => boolean, limitMs = 20_000): Promise<void> => {
  for (const end = Date.now() + limitMs; Date.now() < end && !isSo(); ) await sleep(PAUSE_MS);
};

/** A client with its own address. Every request opens a new connection, because nginx closes idle ones when it reloads. */
const newComer = (): Agent => {
  networks += 1;
  return new Agent({ pipelining: 0, localAddress: `127.${10 + (networks % 200)}.${networks % 250}.1` });
};

const demand = (what: string, isRight: boolean): void => {
  if (!isRight) throw new Error(what);
};

type Asked = { person?: Person; body?: object };

const crowdAt = (site: ScaledSite) => {
  const failures: string[] = [];
  const over = new AbortController();
  const running: Promise<void>[] = [];
  return {
    failures,
    ask: async (agent: Agent, path: string, { person, body }: Asked = {}) => {
      const answer = await request(`${site.url}${path}`, {
        dispatcher: agent,
        method: body ? 'POST' : 'GET',
        headers: { accept: 'text/html', ...(body ? { 'content-type': 'application/json' } : {}), ...person?.headers },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return { status: answer.statusCode, bytes: Buffer.from(await answer.body.arrayBuffer()) };
    },
    // Repeats an action until `end` is called. Failures are recorded and don't stop it.
    repeat: (name: string, act: () => Promise<void>): void => {
      const note = (error: unknown) => void failures.push(`${name}: ${error instanceof Error ? error.message : error}`);
      const run = async (): Promise<void> => {
        for (; !over.signal.aborted; await sleep(PAUSE_MS)) await act().catch(note);
      };
      running.push(run());
    },
    // Stops, then waits for running actions to finish.
    end: async (): Promise<void> => {
      over.abort();
      await Promise.all(running);
    },
  };
};
type Crowd = ReturnType<typeof crowdAt>;

const addReaders = ({ repeat, ask }: Crowd) => {
  const counts = { reads: 0 };
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
  return counts;
};

/** Starts readers but no other traffic. The readers check that pages respond. */
export function startReaders(site: ScaledSite) {
  const crowd = crowdAt(site);
  const counts = addReaders(crowd);
  return {
    reads: () => counts.reads,
    async stop(): Promise<string[]> {
      await crowd.end();
      return crowd.failures;
    },
  };
}

const addWriters = (site: ScaledSite, threadId: string, { repeat, ask }: Crowd) => {
  const counts = { posts: 0 };
  for (let writer = 0; writer < WRITERS; writer += 1) {
    const agent = newComer();
    let person: Person | null = null;
    let posts = 0;
    repeat('writer', async () => {
      if (!person || posts === POSTS_EACH) [person, posts] = [await site.addPerson(), 0];
      const body = { threadId, content: `Of the grain ${randomUUID()}` };
      const { status, bytes } = await ask(agent, '/api/forum/posts', { person, body });
      demand(`${status} ${bytes}`, status === 201);
      posts += 1;
      counts.posts += 1;
      await sleep(10 * PAUSE_MS);
    });
  }
  return counts;
};

const addDownloads = async (site: ScaledSite, { repeat, ask }: Crowd) => {
  const counts = { downloads: 0 };
  const content = randomBytes(8 * MIB);
  const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
  const sha256 = sha256Of(content);
  const person = await site.addPerson('ADMIN');
  const storing = { db: site.db, deps: { storage: site.storage } } as unknown as Pick<TestApp, 'db' | 'deps'>;
  const resource = await addResource(storing, { authorId: person.id, files: { 'long.bin': content } });
  const agent = newComer();
  repeat('download', async () => {
    const told = await ask(agent, `/api/resources/${resource}/download-url?file=long.bin`, { person });
    demand(`${told.status} ${told.bytes}`, told.status === 200);
    const { downloadUrl } = JSON.parse(told.bytes.toString()) as { downloadUrl: string };
    const { status, bytes } = await ask(agent, downloadUrl, { person });
    demand(`${status}, ${bytes.length} bytes`, status === 200 && sha256Of(bytes) === sha256);
    counts.downloads += 1;
    // Download links are limited to 200 an hour.
    await sleep(50 * PAUSE_MS);
  });
  return counts;
};

/** Readers of a thread with open sockets. They reconnect and rejoin as the page does, because each process has its own rooms. */
const addLive = async (site: ScaledSite, threadId: string) => {
  const place = { kind: 'thread', id: threadId } as const;
  const readers: Reader[] = [];
  for (let index = 0; index < SOCKETS; index += 1) {
    const again = { reconnection: true, reconnectionDelay: 100, reconnectionDelayMax: 300 };
    readers.push(await connected(openReader(site.url, null, again)));
  }
  await Promise.all(readers.map((reader) => look(reader, place)));
  return {
    // Posts in the thread; resolves to the number of readers who receive the post.
    async told(author: Person): Promise<number> {
      await until(() => readers.every((reader) => reader.connected), 10_000);
      await Promise.all(readers.map((reader) => look(reader, place)));
      const events = readers.map(record);
      const answer = await fetch(`${site.url}/api/forum/posts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...author.headers },
        body: JSON.stringify({ threadId, content: 'The last one' }),
      });
      const { number } = (await answer.json()) as { number: number };
      const isTold = (told: [string, unknown][]): boolean =>
        told.some(([name, post]) => name === 'newPost' && (post as { number: number }).number === number);
      await until(() => events.every(isTold), 5000);
      return events.filter(isTold).length;
    },
    end: (): void => {
      for (const reader of readers) reader.disconnect();
    },
  };
};

/** Starts all kinds of traffic together. `stop` returns the counts and the failures. */
export async function startLoad(site: ScaledSite) {
  const crowd = crowdAt(site);
  const host = await site.addPerson();
  const { id: subcategoryId } = await addSubcategory(site);
  const { id: threadId } = await addThread(site, { subcategoryId, authorId: host.id });
  const live = await addLive(site, threadId);
  const reading = addReaders(crowd);
  const writing = addWriters(site, threadId, crowd);
  const downloading = await addDownloads(site, crowd);
  return {
    // Resolves when each kind of traffic has succeeded once, or when one has failed.
    warm: () =>
      until(() => crowd.failures.length > 0 || Math.min(reading.reads / 20, writing.posts, downloading.downloads) >= 1),
    async stop() {
      await crowd.end();
      const told = await live.told(host);
      live.end();
      return { ...reading, ...writing, ...downloading, sockets: SOCKETS, told, failures: crowd.failures };
    },
  };
}
