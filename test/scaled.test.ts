// One site with several processes behind nginx: changes made on one process take effect on the others, jobs run where they
// should, and a process can be replaced without users noticing (product.md PL-2).
import { spawn } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { standardLimits } from '#server/kit/rate-limits/rate-limits.ts';
import { passwords } from '#server/kit/security/passwords.ts';
import { chromiumPath } from '#test/harness/chromium.ts';
import { addSubcategory, addThread } from '#test/harness/forum.ts';
import type { Person, TestApp } from '#test/harness/harness.ts';
import { hasNginx } from '#test/harness/nginx.ts';
import { hasRedis } from '#test/harness/redis.ts';
import { addResource } from '#test/harness/resources.ts';
import { startLoad, startReaders } from '#test/harness/scaled-load.ts';
import { type ScaledSite, startScaledSite } from '#test/harness/scaled-site.ts';
import { PASSWORD as DEMO_PASSWORD } from '#test/harness/sign-in.ts';
import { connected, look, openAt, openReader, type Reader, record } from '#test/harness/socket-clients.ts';
import { whyNoSwift } from '#test/harness/swift.ts';
import { createTusCalls } from '#test/harness/tus-calls.ts';
import { createClosers } from '#test/repository/closers.ts';

const SOON = { timeout: 5000, interval: 50 };
const project = fileURLToPath(new URL('..', import.meta.url));
/** Why the files can't be stored in S3-compatible storage, or null if they can. Without it, they are stored in a folder. */
const noService = whyNoSwift();
const hasChromium = existsSync(chromiumPath);
const replacing = process.env.SIZE === 'full' ? (['app-1', 'app-2'] as const) : (['app-1'] as const);
const MIB = 1024 * 1024;
/** Far longer than processes take to start on a busy machine. */
const LIMIT_MS = 180_000;
const PASSWORD = 'lamp oil and film grain';

const kind = `a site on several processes${noService === null ? '' : `, its files in a folder: ${noService}`}`;

describe.skipIf(!hasNginx() || !hasRedis())(kind, { timeout: LIMIT_MS }, () => {
  let site: ScaledSite;
  let admin: Person;
  const readers: Reader[] = [];
  let addresses = 0;

  const closers = createClosers();
  beforeAll(async () => {
    site = await startScaledSite({ service: noService === null, env: { STOP_DELAY: '2' }, closers });
    admin = await site.addPerson('ADMIN');
  }, LIMIT_MS);
  afterEach(() => {
    for (const reader of readers.splice(0)) reader.disconnect();
  });
  // Also cleans up after a start that failed or timed out.
  afterAll(closers.closeAll);

  // A client address that has not been used in a request yet, so that no rate limit has counted it.
  const newAddress = (): string => `192.0.2.${++addresses}`;

  // Sends a request to one process, the way the load balancer would for a client with this address.
  const ask = async (
    at: 'app-1' | 'app-2',
    path: string,
    { by, body, method = body ? 'POST' : 'GET', from = newAddress() }: Asked = {},
  ): Promise<{ status: number; text: string; headers: Headers }> => {
    const answer = await fetch(`${site.urlOf(at)}${path}`, {
      method,
      headers: {
        'x-forwarded-for': from,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...by?.headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  };
  type Asked = { by?: Person; body?: object; method?: string; from?: string };

  const newcomer = async (): Promise<{ email: string; password: string; cookie: string }> => {
    const credentials = { email: `${randomUUID()}@people.example`, password: PASSWORD };
    const answer = await ask('app-1', '/api/auth/register', { body: credentials });
    expect(answer.status, answer.text).toBe(201);
    return { ...credentials, cookie: answer.headers.getSetCookie().join('; ') };
  };

  it('serves pages through the load balancer from both processes', async () => {
    for (const path of ['/', '/resources', '/api/stats', '/community', '/healthz', '/readyz']) {
      for (const at of [site.url, site.urlOf('app-1'), site.urlOf('app-2')]) {
        expect((await fetch(`${at}${path}`)).status, `${at}${path}`).toBe(200);
      }
    }
  });

  it('has a process only for jobs, which can be monitored and sends the others’ email', async () => {
    const watched = /ready at (http:\S+) \(health and metrics/.exec(site.processOf('worker').output())?.[1];
    expect(
      await Promise.all(
        ['/healthz', '/readyz', '/metrics', '/'].map(async (path) => (await fetch(`${watched}${path}`)).status),
      ),
    ).toEqual([200, 200, 200, 404]);
    await newcomer();
    const outbox = join(site.folder, 'worker', 'outbox');
    await expect.poll(() => readdirSync(outbox).length, { timeout: 10_000 }).toBeGreaterThan(0);
    expect(() => readdirSync(join(site.folder, 'app-1', 'outbox'))).toThrow('ENOENT');
  });

  it('keeps a login on one process valid on the other, until a logout there', async () => {
    const { email, password } = await newcomer();
    const answer = await ask('app-1', '/api/auth/login', { body: { email, password } });
    expect(answer.status).toBe(200);
    const by = { headers: { cookie: answer.headers.getSetCookie().join('; ') } } as unknown as Person;
    expect((await ask('app-2', '/api/auth/me', { by })).status).toBe(200);
    expect((await ask('app-2', '/api/auth/logout', { by, body: {} })).status).toBe(200);
    expect((await ask('app-1', '/api/auth/me', { by })).status).toBe(401);
  });

  it('counts login attempts across both processes', async () => {
    const clockMinute = () => Math.floor(Date.now() / 60_000);
    let minute: number;
    let statuses: number[];
    // The limit is counted per minute of the clock, so attempts on both sides of its end are made once more.
    do {
      minute = clockMinute();
      statuses = [];
      const from = newAddress();
      for (const at of ['app-1', 'app-2', 'app-1', 'app-2', 'app-1', 'app-2', 'app-1', 'app-2'] as const) {
        const body = { email: 'nobody@people.example', password: 'wrong' };
        statuses.push((await ask(at, '/api/auth/login', { from, body })).status);
      }
    } while (clockMinute() !== minute);
    expect(statuses).toEqual([...Array(6).fill(401), 429, 429]);
  });

  it('counts all requests of an address across both processes, for the outer rate limit', async () => {
    const from = newAddress();
    let allowed = 0;
    while (allowed < 320 && (await ask(allowed % 2 === 0 ? 'app-1' : 'app-2', '/api/site', { from })).status === 200)
      allowed += 1;
    // The processes share their counts with a short delay, so a few more requests may be allowed.
    expect(allowed).toBeGreaterThanOrEqual(standardLimits.publicRead.limit);
    expect(allowed).toBeLessThan(standardLimits.publicRead.limit + 5);
  });

  it('applies settings, roles and suspensions everywhere within 5 s, even to cached pages', async () => {
    const [leaker, suspended] = [await site.addPerson(), await site.addPerson()];
    const siteName = `Cutting Room ${randomUUID().slice(0, 8)}`;
    const pageOf = async (at: 'app-1' | 'app-2') => (await ask(at, '/terms')).text;
    // After these requests, both processes have cached the page.
    expect(await Promise.all([pageOf('app-1'), pageOf('app-2')])).not.toContain(siteName);
    expect((await ask('app-2', '/api/auth/me', { by: suspended })).status).toBe(200);

    const act = (method: string, path: string, body: object) =>
      ask('app-1', `/api/admin${path}`, { by: admin, method, body });
    expect((await act('PUT', '/settings', { siteName })).status).toBe(200);
    expect((await act('PUT', `/users/${leaker.id}/role`, { role: 'LEAKER' })).status).toBe(200);
    expect((await act('POST', `/users/${suspended.id}/ban`, { reason: 'Spam' })).status).toBe(200);

    await expect.poll(() => pageOf('app-2'), SOON).toContain(siteName);
    await expect.poll(() => pageOf('app-1'), SOON).toContain(siteName);
    const me = async (person: Person) => await ask('app-2', '/api/auth/me', { by: person });
    await expect.poll(async () => JSON.parse((await me(leaker)).text).role, SOON).toBe('LEAKER');
    // Every request with a suspended user's session gets a response about the suspension.
    await expect.poll(async () => (await me(suspended)).status, SOON).toBe(403);
  });

  it('sends posts made on one process to readers of the other, even to those who poll', async () => {
    const author = await site.addPerson();
    const { id: subcategoryId } = await addSubcategory(site);
    const thread = await addThread(site, { subcategoryId, authorId: author.id });
    const place = { kind: 'thread', id: thread.id } as const;
    const open = [
      await openAt(site.urlOf('app-1'), place),
      await openAt(site.urlOf('app-2'), place),
      await connected(openReader(site.url, null, { transports: ['polling'] })),
    ];
    await look(open[2] as Reader, place);
    readers.push(...open);
    const told = open.map(record);
    for (const at of ['app-1', 'app-2'] as const) {
      const posted = await ask(at, '/api/forum/posts', {
        by: author,
        body: { threadId: thread.id, content: `At ${at}` },
      });
      expect(posted.status, posted.text).toBe(201);
    }
    const numbers = (events: [string, unknown][]) =>
      events.filter(([name]) => name === 'newPost').map(([, post]) => (post as { number: number }).number);
    await expect.poll(() => told.map(numbers), SOON).toEqual(Array(3).fill([2, 3]));
  });

  it('resumes an upload on the other process and checks it in the worker', async () => {
    const leaker = await site.addPerson('LEAKER');
    const content = randomBytes(3 * MIB + 11);
    const draft = await addResource(asTest(site), { authorId: leaker.id, status: 'PENDING', files: {} });
    await site.db.updateTable('resources').set({ submitted_at: null }).where('id', '=', draft).execute();
    const [first, second] = [createTusCalls(site.urlOf('app-1')), createTusCalls(site.urlOf('app-2'))];
    const address = await first.begin(leaker, content.length, { resourceId: draft, path: 'grain.bin' });
    const half = await first.patch(leaker, address, 0, content.subarray(0, MIB));
    expect([half.status, half.headers.get('upload-offset')]).toEqual([204, String(MIB)]);
    expect((await second.head(leaker, address)).headers.get('upload-offset')).toBe(String(MIB));
    expect((await second.patch(leaker, address, MIB, content.subarray(MIB))).status).toBe(204);
    expect((await first.complete(leaker, address)).status).toBeLessThan(300);
    const stored = () =>
      site.db.selectFrom('resource_files').select('sha256').where('resource_id', '=', draft).executeTakeFirst();
    await expect
      .poll(async () => (await stored())?.sha256, { timeout: 15_000 })
      .toBe(createHash('sha256').update(content).digest('hex'));
  });

  it.each(['a file', 'a ZIP'])('resumes %s on the other process', async (kind) => {
    const content = randomBytes(2 * MIB + 7);
    const id = await addResource(asTest(site), {
      authorId: admin.id,
      files: { 'a.bin': content, 'b.txt': 'Read this.' },
    });
    const query = kind === 'a file' ? '?file=a.bin' : '';
    const told = await ask('app-1', `/api/resources/${id}/download-url${query}`, { by: admin });
    const address = (JSON.parse(told.text) as { downloadUrl: string }).downloadUrl;
    const get = (at: 'app-1' | 'app-2', headers: Record<string, string> = {}) =>
      fetch(`${site.urlOf(at)}${address}`, { headers: { ...admin.headers, ...headers } });
    const whole = await get('app-1');
    const bytes = Buffer.from(await whole.arrayBuffer());
    const rest = await get('app-2', { range: `bytes=${MIB}-`, 'if-range': whole.headers.get('etag') ?? '' });
    expect([whole.status, rest.status]).toEqual([200, 206]);
    expect(Buffer.from(await rest.arrayBuffer()).equals(bytes.subarray(MIB))).toBe(true);
  });

  it.skipIf(!hasChromium)('passes browser journeys: sign-up, emailed links, upload and download', async () => {
    const names = ['a visitor joins as a member', 'a reset link sets', 'two files and a folder arrive intact'];
    names.push('downloading one file');
    if (process.env.SIZE === 'full') names.push('a reset request does not', 'a used verification link');
    // Creates the user and the file that the journeys expect, because there is no demo content.
    const { id } = await site.addPerson('LEAKER', await passwords.hash(DEMO_PASSWORD));
    await site.db.updateTable('users').set({ email: 'leaker@demo.example' }).where('id', '=', id).execute();
    await addResource(asTest(site), {
      authorId: id,
      title: `Paper grain ${randomUUID().slice(0, 8)}`,
      files: { 'notes.txt': 'Read this.', 'plates/one.bin': randomBytes(MIB) },
    });
    const files = ['accounts', 'uploads.e2e', 'journey.e2e'];
    const given = ['test', '--config', 'test/e2e/playwright.config.ts', '--reporter', 'line', ...files];
    const journeys = spawn('node_modules/.bin/playwright', [...given, '--grep', names.join('|')], {
      cwd: project,
      stdio: ['ignore', 'pipe', 'pipe'],
      // Only the process that sends emails writes them to files.
      env: { ...process.env, SITE_URL: site.url, SITE_FOLDER: join(site.folder, 'worker'), NODE_ENV: 'test' },
    });
    let said = '';
    for (const stream of [journeys.stdout, journeys.stderr])
      stream.on('data', (chunk: Buffer) => (said += String(chunk)));
    const [code] = await once(journeys, 'exit');
    expect(code, said).toBe(0);
    expect(said).toContain(`${names.length} passed`);
  });

  it('leaves no session state on connections that a pooler may share', async () => {
    const client = new pg.Client({ connectionString: site.postgres.adminUrl });
    await client.connect();
    try {
      const { rows } = await client.query<{ name: string; listens: number; locks: number }>(
        `select application_name as name, count(*) filter (where query ~* '^listen')::int as listens,
           coalesce(sum((select count(*) from pg_locks l where l.pid = a.pid and l.locktype = 'advisory')), 0)::int as locks
         from pg_stat_activity a where usename = 'helix_site' and state = 'idle' group by 1`,
      );
      const pooled = rows.find(({ name }) => name === 'helix');
      expect(pooled).toEqual({ name: 'helix', listens: 0, locks: 0 });
      expect(rows.find(({ name }) => name === 'helix-direct')?.locks).toBeGreaterThan(0);
    } finally {
      await client.end();
    }
  });

  it('loses a process, gracefully or not, without readers noticing', async () => {
    const readers = startReaders(site);
    await expect.poll(readers.reads, { timeout: 10_000 }).toBeGreaterThan(20);
    const lost = site.processOf('app-2').process;
    lost.kill('SIGKILL');
    await once(lost, 'exit');
    const before = readers.reads();
    await expect.poll(readers.reads, { timeout: 10_000 }).toBeGreaterThan(before + 100);
    await site.start('app-2');
    expect(await readers.stop()).toEqual([]);
  });

  it(`replaces ${replacing.join(', then ')} without users noticing`, async () => {
    const load = await startLoad(site);
    await load.warm();
    for (const name of replacing) {
      await site.balancer.takeOut(name);
      const stopping = site.stopProcess(name);
      // The process reports that it is stopping, and keeps serving requests for STOP_DELAY.
      await expect.poll(async () => (await ask(name, '/readyz')).status, SOON).toBe(503);
      expect((await ask(name, '/api/stats')).status).toBe(200);
      await stopping;
      expect(site.processOf(name).process.exitCode).toBe(0);
      await site.start(name);
      await site.balancer.putIn(name);
    }
    const { failures, ...done } = await load.stop();
    console.info(`${replacing.join(', ')} replaced: ${JSON.stringify(done)}`);
    expect(failures).toEqual([]);
    expect(done.reads).toBeGreaterThan(50);
    expect(done.posts).toBeGreaterThan(5);
    expect(done.downloads).toBeGreaterThan(0);
    expect(done.told).toBe(done.sockets);
  });
});

/** The parts of a site that harness functions need to write rows and store files. */
const asTest = ({ db, storage }: ScaledSite) => ({ db, deps: { storage } }) as unknown as Pick<TestApp, 'db' | 'deps'>;
