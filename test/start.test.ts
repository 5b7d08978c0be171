// Starting and stopping real processes: first and second start, removal of the demo, and a graceful stop.
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PremiumFacts } from '#contract/premium/api.ts';
import { endOf, expectOneSentence, runScript } from '#test/harness/run-script.ts';
import { PASSWORD } from '#test/harness/sign-in.ts';
import { type Site, startSite } from '#test/harness/site-process.ts';

/** Far longer than a start takes, so that no test fails just because the machine is busy. */
const LIMIT_MS = 240_000;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'helix start-'));
  // If the tests run as root, the database runs as its own user, who must be able to enter the folder.
  chmodSync(folder, 0o755);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('a site with demo content', { timeout: LIMIT_MS }, () => {
  let site: Site;
  let data: string;
  beforeAll(async () => {
    data = join(folder, 'demo');
    const begun = Date.now();
    site = await startSite({ DATA_DIR: data, NODE_ENV: 'production' });
    console.info(`first start with the demo: ${Date.now() - begun} ms`);
  }, LIMIT_MS);
  afterAll(() => site.stop());

  const signIn = (headers: Record<string, string>): Promise<number> =>
    new Promise((resolve, reject) => {
      // Uses curl, because fetch() does not let callers set the Host header.
      const { port } = new URL(site.url);
      const body = JSON.stringify({ email: 'member@demo.example', password: PASSWORD });
      const curl = spawn('curl', [
        ...['-s', '-o', join(folder, 'answer.json'), '-w', '%{http_code}', '-X', 'POST', '--data', body],
        ...Object.entries({ 'content-type': 'application/json', ...headers }).flatMap(([k, v]) => ['-H', `${k}: ${v}`]),
        `http://127.0.0.1:${port}/api/auth/login`,
      ]);
      let out = '';
      curl.stdout.on('data', (chunk: Buffer) => {
        out += chunk.toString();
      });
      curl.once('error', reject);
      curl.once('close', () => resolve(Number(out)));
    });

  it('is healthy and ready', async () => {
    expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${site.url}/readyz`)).status).toBe(200);
    const { totalUploads } = (await (await fetch(`${site.url}/api/stats`)).json()) as { totalUploads: number };
    expect(totalUploads).toBeGreaterThanOrEqual(68);
  });

  it('shows demo figures on the Premium page, marked as demo content', async () => {
    const facts = (await (await fetch(`${site.url}/api/premium`)).json()) as PremiumFacts;
    expect(facts).toMatchObject({ members: 891, resources: 500, isDemo: { counts: true, testimonials: true } });
    expect(facts.testimonials).toHaveLength(3);
    expect(await (await fetch(`${site.url}/premium`)).text()).toMatch(/891\+[\s\S]*Demo content/);
  });

  it('shows requests of every status, with correct counts', async () => {
    const { requests, counts } = (await (await fetch(`${site.url}/api/requests`)).json()) as Board;
    expect(Object.values(counts).every((count) => count > 0)).toBe(true);
    expect(requests[0]).toMatchObject({ isPremium: true, status: expect.stringMatching(/^(Pending|Searching)$/) });
  });

  it('lets demo accounts log in only on this machine', async () => {
    expect(await signIn({})).toBe(200);
    expect(await signIn({ host: 'helix.example' })).toBe(403);
    expect(await signIn({ 'x-forwarded-for': '203.0.113.9' })).toBe(403);
  });

  it('has admin work: pending and rejected uploads, applications and past decisions', async () => {
    const entered = await fetch(`${site.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'admin@demo.example', password: PASSWORD }),
    });
    const cookie = entered.headers
      .getSetCookie()
      .map((set) => set.split(';')[0])
      .join('; ');
    const read = async (path: string): Promise<unknown> =>
      (await fetch(site.url + path, { headers: { cookie } })).json();
    const uploads = (status: string) => read(`/api/admin/uploads?status=${status}`);
    expect(await uploads('PENDING')).toMatchObject({ uploads: [{ leaker: 'leaker-demo', fileCount: 5 }] });
    expect(await uploads('REJECTED')).toMatchObject({
      uploads: [{ leaker: 'leaker-demo', reason: expect.stringMatching(/resubmit/) }],
    });
    expect(await read('/api/admin/applications?status=PENDING')).toHaveLength(2);
  });

  it('makes a second site on its port fail with one sentence', async () => {
    const { port } = new URL(site.url);
    const ended = await runScript('scripts/start.ts', { DATA_DIR: data, PORT: port });
    expectOneSentence(ended, new RegExp(`port ${port} is in use`));
    expect((await fetch(`${site.url}/readyz`)).status).toBe(200);
  });

  it('shares its database with a second process, which stops without affecting it', async () => {
    const begun = Date.now();
    const second = await startSite({ DATA_DIR: data, NODE_ENV: 'production' });
    console.info(`second start: ${Date.now() - begun} ms`);
    const totals = await Promise.all(
      [site, second].map(async ({ url }) => (await (await fetch(`${url}/api/stats`)).json()) as object),
    );
    expect(totals[1]).toEqual(totals[0]);
    await second.stop();
    expect(await endOf(second.process)).toBe(0);
    expect((await fetch(`${site.url}/api/resources?page=2`)).status).toBe(200);
  });

  it('keeps running after the demo is removed, with the built-in elements', async () => {
    const ended = await runScript('scripts/remove-demo.ts', { DATA_DIR: data });
    expect(ended).toMatchObject({ code: 0, errors: '' });
    expect(ended.out).toMatch(
      /^The demo was removed: [1-9]\d* resources and [1-9]\d* users\.\nThere is no administrator left\. Create one: npm run admin -- <email>\n$/,
    );
    await expect
      .poll(async () => ((await (await fetch(`${site.url}/api/resources`)).json()) as Listing).pagination.total)
      .toBe(8);
    expect(await signIn({})).toBe(401);
    // Without the demo, no user has Premium and there are no testimonials.
    expect(await (await fetch(`${site.url}/api/premium`)).json()).toMatchObject({
      members: 0,
      testimonials: [],
      isDemo: { counts: false, testimonials: false },
    });
    const { requests, counts } = (await (await fetch(`${site.url}/api/requests`)).json()) as Board;
    expect([requests, Object.values(counts)]).toEqual([[], [0, 0, 0, 0]]);
    for (const path of ['/', '/resources', '/elements', '/premium'])
      expect((await fetch(site.url + path)).status).toBe(200);
  });

  it('stops cleanly, and creates no demo content at the next start', async () => {
    site.process.kill('SIGTERM');
    expect(await endOf(site.process)).toBe(0);
    site = await startSite({ DATA_DIR: data, NODE_ENV: 'production' });
    expect(((await (await fetch(`${site.url}/api/resources`)).json()) as Listing).pagination.total).toBe(8);
  });
});

type Board = { requests: object[]; counts: Record<string, number> };
type Listing = { pagination: { total: number } };
