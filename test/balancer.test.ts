// What deploy/nginx.conf does by itself, before two servers that hold what two versions of the site would: no site is needed.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveAssets } from '#server/kit/assets.ts';
import { type Balancer, startBalancer } from './balancer.ts';
import { declaredEndpoints } from './declared-endpoints.ts';
import { findFreePort, hasNginx } from './nginx.ts';

const LIMIT_MS = 60_000;
/** More than the processes there are: each of them is the first to be asked at least once. */
const TIMES = 6;

describe.skipIf(!hasNginx())('the configuration of nginx', { timeout: LIMIT_MS }, () => {
  let folder: string;
  const processes: FastifyInstance[] = [];
  const balancers: Balancer[] = [];

  /** A server with the built files of a version, which says of any other address whom it was told to be asked by. */
  const startVersion = async (version: string): Promise<number> => {
    const dist = join(folder, version);
    mkdirSync(join(dist, 'assets'), { recursive: true });
    writeFileSync(join(dist, 'assets', `index-${version}.js`), `export const version = '${version}';`);
    const app = fastify();
    serveAssets(app, dist);
    app.all('/*', ({ method, headers }) => ({ by: version, method, from: headers['x-forwarded-for'] }));
    processes.push(app);
    await app.listen({ port: 0, host: '127.0.0.1' });
    return (app.server.address() as AddressInfo).port;
  };
  let backends: { 'app-1': number; 'app-2': number };

  const start = async (edit?: (configuration: string) => string): Promise<Balancer> => {
    const port = await findFreePort();
    const own = mkdtempSync(join(folder, 'front-'));
    const balancer = await startBalancer({ folder: own, port, backends, ...(edit ? { edit } : {}) });
    balancers.push(balancer);
    return balancer;
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'helix-front-'));
    backends = { 'app-1': await startVersion('new'), 'app-2': await startVersion('old') };
  }, LIMIT_MS);
  afterAll(async () => {
    for (const balancer of balancers) await balancer.stop();
    for (const app of processes) await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('gets a script of either version from the process that has it, and asks the others on', async () => {
    const { url } = await start();
    const answers = async (path: string): Promise<string[]> => {
      const found: string[] = [];
      for (let time = 0; time < TIMES; time += 1) {
        const answer = await fetch(url + path);
        found.push(`${answer.status} ${await answer.text()}`);
      }
      return [...new Set(found)];
    };
    expect(await answers('/assets/index-new.js')).toEqual(["200 export const version = 'new';"]);
    expect(await answers('/assets/index-old.js')).toEqual(["200 export const version = 'old';"]);
    expect(await answers('/assets/index-none.js')).toEqual([expect.stringMatching(/^404 .*assets.*index-none/)]);
    // What is missing at one is no reason to ask it no more.
    const asked = new Set<string>();
    for (let time = 0; time < TIMES; time += 1)
      asked.add(((await (await fetch(`${url}/`)).json()) as { by: string }).by);
    expect([...asked].sort()).toEqual(['new', 'old']);
  });

  it('hands every call to the site, those too that a location is named after', async () => {
    const configurations = ['deploy/nginx.conf', 'docs/operations.md'].map((path) =>
      readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'),
    );
    // nginx answers `/x` with a redirect to `/x/` where a location has that name, and a POST arrives as a GET.
    const slashed = configurations.flatMap((text) =>
      [...text.matchAll(/^ *location (\/\S+)\/ \{$/gm)].map(([, path]) => path),
    );
    expect(slashed).toContain('/direct-download');
    expect(declaredEndpoints.map(({ path }) => path).filter((path) => slashed.includes(path))).toEqual([]);
    const { url } = await start();
    const answer = await fetch(`${url}/api/uploads`, { method: 'POST', body: '{}', redirect: 'manual' });
    expect([answer.status, await answer.json()]).toMatchObject([200, { method: 'POST' }]);
  });

  it('believes a server before it who asks, once its lines for that are in use', async () => {
    const tell = async ({ url }: Balancer): Promise<string> => {
      const answer = await fetch(`${url}/`, { headers: { 'x-forwarded-for': '198.51.100.7' } });
      return ((await answer.json()) as { from: string }).from;
    };
    expect(await tell(await start())).toBe('127.0.0.1');
    const believing = (text: string): string =>
      text
        .replace('# set_real_ip_from 192.0.2.10;', 'set_real_ip_from 127.0.0.1;')
        .replace('# real_ip_header', 'real_ip_header');
    expect(await tell(await start(believing))).toBe('198.51.100.7');
    const believingAnother = (text: string): string => believing(text).replace('from 127.0.0.1', 'from 192.0.2.10');
    expect(await tell(await start(believingAnother))).toBe('127.0.0.1');
  });
});
