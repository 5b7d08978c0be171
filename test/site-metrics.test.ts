// Causes the events that a site's metrics count, and checks the values that a real process exports.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { directDownloadPath } from '#contract/paths.ts';
import { noteBackup } from '#server/kit/backup/backup-note.ts';
import { openDatabase } from '#server/kit/db/db.ts';
import { createMetrics } from '#server/kit/ops/metrics.ts';
import { queueMail } from '#server/platform/mail.ts';
import { watchSite } from '#server/site-metrics.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { findFreePort } from '#test/harness/nginx.ts';
import { addResource } from '#test/harness/resources.ts';
import { fillElements, type ServerProcess, startServerProcess } from '#test/harness/server-process.ts';
import { connected, openReader } from '#test/harness/socket-clients.ts';
import { addDraft, metadataOf, SESSIONS } from '#test/harness/tus-calls.ts';

const LIMIT_MS = 120_000;
const CONTENT = 'twelve bytes';

let site: TestApp;
let server: ServerProcess;
let opsPort = 0;
let leaker: Person;

beforeAll(async () => {
  site = await startTestApp();
  await fillElements(site);
  leaker = await site.addPerson('leaker');
  opsPort = await findFreePort();
  // Nothing listens on the mail and Redis ports.
  server = await startServerProcess(site, {
    OPS_PORT: String(opsPort),
    WORKERS: '2',
    SMTP_URL: `smtp://127.0.0.1:${await findFreePort()}`,
    REDIS_URL: `redis://127.0.0.1:${await findFreePort()}`,
  });
}, LIMIT_MS);
afterAll(async () => {
  await server.stop();
  await site.stop();
}, LIMIT_MS);

type Numbers = Map<string, number>;

const readFrom = async (port: number): Promise<Numbers> => {
  const reply = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(reply.status).toBe(200);
  return new Map(
    (await reply.text())
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );
};
const numbers = (): Promise<Numbers> => readFrom(opsPort);
const readOne = async (name: string): Promise<number | undefined> => (await numbers()).get(name);

const page = (path: string) => fetch(server.url + path, { headers: { accept: 'text/html' } });

it('counts one cache miss for a public page, then hits', async () => {
  const hits = (await readOne('helix_page_cache_lookups_total{result="hit"}')) ?? 0;
  const misses = (await readOne('helix_page_cache_lookups_total{result="miss"}')) ?? 0;
  for (let time = 0; time < 3; time += 1) expect((await page('/faq')).status).toBe(200);
  expect(await readOne('helix_page_cache_lookups_total{result="miss"}')).toBe(misses + 1);
  expect(await readOne('helix_page_cache_lookups_total{result="hit"}')).toBe(hits + 2);
  expect(await readOne('helix_page_cache_pages')).toBeGreaterThan(0);
});

it('counts open sockets, and reports that Redis is unreachable', async () => {
  const reader = await connected(openReader(server.url, null));
  expect(await readOne('helix_sockets_open')).toBe(1);
  reader.disconnect();
  await expect.poll(() => readOne('helix_sockets_open')).toBe(0);
  expect(await readOne('helix_redis_linked')).toBe(0);
});

it('counts an upload in progress and its bytes', async () => {
  const before = (await readOne('helix_storage_bytes_total{direction="written"}')) ?? 0;
  const metadata = metadataOf({ resourceId: await addDraft(site, leaker.id), path: 'a.txt' });
  const tus = { ...leaker.headers, 'tus-resumable': '1.0.0' };
  const begun = await fetch(server.url + SESSIONS, {
    method: 'POST',
    headers: { ...tus, 'upload-length': '100', 'upload-metadata': metadata },
  });
  expect(begun.status, await begun.clone().text()).toBe(201);
  const sent = await fetch(new URL(begun.headers.get('location') ?? '', server.url), {
    method: 'PATCH',
    headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
    body: CONTENT,
  });
  expect(sent.status).toBe(204);
  expect(await readOne('helix_uploads{state="receiving"}')).toBe(1);
  expect(await readOne('helix_storage_bytes_total{direction="written"}')).toBe(before + CONTENT.length);
  expect(await readOne('helix_storage_free_bytes')).toBeGreaterThan(0);
});

it('exports every metric that the manual names, and the manual names all of the site’s own', async () => {
  const text = await (await fetch(`http://127.0.0.1:${opsPort}/metrics`)).text();
  const told = [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name);
  const manual = readFileSync(new URL('../docs/operations.md', import.meta.url), 'utf8');
  const named = [...manual.matchAll(/(?<![$\w])(?:helix|http|nodejs)_[a-z0-9_]+/g)].map(([name]) =>
    name.replace(/_bucket$/, ''),
  );
  // Two names that are not metrics: the database role and the container network.
  const others = ['helix_site', 'helix_back'];
  expect(named.filter((name) => !told.includes(name) && !others.includes(name))).toEqual([]);
  expect(told.filter((name) => name.startsWith('helix_') && !named.includes(name))).toEqual([]);
});

it('exports storage errors from 0, so that the first one is an increase', async () => {
  const found = await numbers();
  for (const operation of ['put', 'open', 'openRange', 'append', 'begin', 'adopt', 'ready']) {
    const kinds = ['missing', 'full', 'damaged', 'unavailable', 'other'].map((kind) =>
      found.get(`helix_storage_errors_total{operation="${operation}",kind="${kind}"}`),
    );
    expect(kinds, operation).toEqual(Array(5).fill(0));
  }
});

it('counts a missing file as a storage error', async () => {
  const id = await addResource(site, { authorId: leaker.id, files: { 'a.txt': CONTENT } });
  const destination = directDownloadPath(id, 'a.txt');
  const download = async (): Promise<Response> => {
    const offer = await fetch(`${server.url}/api/ad-offer?${new URLSearchParams({ destination })}`);
    const { directUrl } = (await offer.json()) as { directUrl: string };
    const cookie = offer.headers
      .getSetCookie()
      .map((one) => one.split(';', 1)[0])
      .join('; ');
    return await fetch(new URL(directUrl, server.url), { headers: { cookie } });
  };
  const read = (await readOne('helix_storage_bytes_total{direction="read"}')) ?? 0;
  expect(await (await download()).text()).toBe(CONTENT);
  expect(await readOne('helix_storage_bytes_total{direction="read"}')).toBe(read + CONTENT.length);
  expect(await readOne('helix_storage_files_open')).toBe(0);
  rmSync(join(site.folder, 'files/objects'), { recursive: true });
  expect((await download()).status).toBe(404);
  expect(await readOne('helix_storage_errors_total{operation="open",kind="missing"}')).toBe(1);
});

it('counts undelivered email as waiting, retried and given up', { timeout: LIMIT_MS }, async () => {
  const mail = { to: 'a@people.example', subject: 'A mail', text: 'words', html: '' };
  await site.db.transaction().execute((trx) => queueMail(site.deps, trx, mail, new Date()));
  await expect.poll(() => readOne('helix_jobs{job="mail.deliver",state="retrying"}'), { timeout: 30_000 }).toBe(1);
  expect(await readOne('helix_mails_waiting')).toBe(1);
  expect(await readOne('helix_job_runs_total{job="mail.deliver",outcome="failed"}')).toBeGreaterThan(0);
  expect(await readOne('helix_job_seconds_count{job="mail.deliver"}')).toBeGreaterThan(0);
  await site.deps.pool.query(
    `update graphile_worker._private_jobs set attempts = max_attempts where key like 'mail %'`,
  );
  await expect.poll(() => readOne('helix_mails_given_up'), { timeout: 30_000 }).toBe(1);
  expect(await readOne('helix_mails_waiting')).toBe(0);
});

it('has every metric and label used in alert rules and the dashboard', async () => {
  noteBackup(site.folder, { folder: '/backups/one', isWhole: true, content: ['database', 'files'] });
  const shown = [...(await numbers()).keys()];
  const read = (name: string): string => readFileSync(new URL(`../deploy/${name}`, import.meta.url), 'utf8');
  const expressions = [
    ...read('alerts.yml').matchAll(/^ +expr: (.+)$/gm),
    ...read('grafana-dashboard.json').matchAll(/"expr": "(.+)"/g),
  ].map(([, text = '']) => text.replaceAll('\\"', '"'));
  expect(expressions.length).toBeGreaterThan(30);
  const uses = expressions.flatMap((text) =>
    [...text.matchAll(/(?:by \(([\w, ]+)\) \((?:\w+\()*)?\b((?:helix|http|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)].map(
      ([, groups = '', name = '', selected = '']) => ({
        name,
        // Ignore the labels that Prometheus adds to every metric.
        labels: [
          ...groups.split(', '),
          ...[...selected.matchAll(/(\w+)[=!]~?"/g)].map(([, label = '']) => label),
        ].filter((label) => !['', 'instance', ...(name.startsWith('helix_') ? [] : ['job'])].includes(label)),
      }),
    ),
  );
  expect(uses).toContainEqual({ name: 'helix_backup_age_seconds', labels: ['content'] });
  const isShown = ({ name, labels }: { name: string; labels: string[] }): boolean =>
    shown.some(
      (key) => (key === name || key.startsWith(`${name}{`)) && labels.every((label) => key.match(`[{,]${label}="`)),
    );
  expect(uses.filter((use) => !isShown(use))).toEqual([]);
});

it('reports the pool and the database', async () => {
  const found = await numbers();
  expect(found.get('helix_database_up')).toBe(1);
  expect(found.get('helix_database_connections_max')).toBeGreaterThan(0);
  expect(
    (found.get('helix_database_connections{state="idle"}') ?? 0) +
      (found.get('helix_database_connections{state="busy"}') ?? 0),
  ).toBeGreaterThan(0);
  expect(found.get('helix_database_waiting')).toBe(0);
});

it('exports everything except database figures while the database is unavailable', async () => {
  const away = openDatabase({ host: '127.0.0.1', port: await findFreePort(), user: 'x', database: 'x' });
  const metrics = createMetrics();
  watchSite({ config: site.deps.config, db: away.db, pool: away.pool, now: () => new Date() }, metrics);
  const port = await findFreePort();
  const ops = await metrics.listen(port);
  try {
    const found = await readFrom(port);
    expect(found.get('helix_database_up')).toBe(0);
    expect(found.get('helix_database_connections_max')).toBe(10);
    expect([...found.keys()].filter((name) => /^helix_(jobs|uploads|mails|job_oldest)/.test(name))).toEqual([]);
    expect((await readFrom(port)).get('helix_metrics_unread_total{metric="helix_jobs"}')).toBeGreaterThan(0);
    expect(found.has('process_resident_memory_bytes')).toBe(true);
  } finally {
    await new Promise((done) => ops.close(done));
    await away.close();
  }
});
