// Tests deploy/nginx.conf in front of two small servers that simulate two versions of the site; no real site is needed.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveAssets } from '#server/kit/http/assets.ts';
import { declaredEndpoints } from '#server/platform/contract-calls.ts';
import { type Balancer, startBalancer } from '#test/harness/balancer.ts';
import { findFreePort, hasNginx } from '#test/harness/nginx.ts';

const LIMIT_MS = 60_000;
/** Number of repetitions: more than there are processes, so that each process is tried first at least once. */
const TIMES = 6;

describe.skipIf(!hasNginx())('the nginx configuration', { timeout: LIMIT_MS }, () => {
  let folder: string;
  const processes: FastifyInstance[] = [];
  const balancers: Balancer[] = [];
  const release = Promise.withResolvers<void>();
  let held = 0;

  // Serves one version's build files. Any other path returns the version, which shows the backend that nginx chose.
  const startVersion = async (version: string, port = 0): Promise<number> => {
    const dist = join(folder, version);
    mkdirSync(join(dist, 'assets'), { recursive: true });
    writeFileSync(join(dist, 'assets', `index-${version}.js`), `export const version = '${version}';`);
    writeFileSync(join(dist, 'assets', 'shared.js'), '');
    const app = fastify();
    serveAssets(app, dist);
    app.get('/readyz', () => ({ status: 'ready' }));
    app.get('/held', async () => {
      held += 1;
      await release.promise;
      return {};
    });
    app.all('/*', ({ method, headers }) => ({ by: version, method, from: headers['x-forwarded-for'] }));
    processes.push(app);
    await app.listen({ port, host: '127.0.0.1' });
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

  it('serves scripts of either version from the process that has them, and still uses both', async () => {
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
    // A 404 from one process does not make nginx stop using it.
    const asked = new Set<string>();
    for (let time = 0; time < TIMES; time += 1)
      asked.add(((await (await fetch(`${url}/`)).json()) as { by: string }).by);
    expect([...asked].sort()).toEqual(['new', 'old']);
  });

  it('limits each address to 200 open requests', async () => {
    const { url } = await start();
    const waiting = Array.from({ length: 200 }, () => fetch(`${url}/held`));
    await expect.poll(() => held, { timeout: 10_000 }).toBe(200);
    expect((await fetch(`${url}/`)).status).toBe(429);
    release.resolve();
    expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([200]));
    expect((await fetch(`${url}/`)).status).toBe(200);
  });

  it('loses no request while processes restart one after another, each waiting for /readyz', async () => {
    const ports = { 'app-1': await findFreePort(), 'app-2': await findFreePort() };
    const running = new Map<number, FastifyInstance>();
    const launch = async (port: number): Promise<void> => {
      await startVersion(`at-${port}`, port);
      running.set(port, processes.at(-1) as FastifyInstance);
    };
    const stop = async (port: number): Promise<void> => await running.get(port)?.close();
    await launch(ports['app-1']);
    await launch(ports['app-2']);
    const own = mkdtempSync(join(folder, 'front-'));
    const balancer = await startBalancer({ folder: own, port: await findFreePort(), backends: ports });
    balancers.push(balancer);
    const statuses: Record<string, number> = {};
    const ask = async (path: string, method = 'GET'): Promise<void> => {
      const { status } = await fetch(balancer.url + path, { method });
      statuses[`${path} ${status}`] = (statuses[`${path} ${status}`] ?? 0) + 1;
    };
    const readOften = async (): Promise<void> => {
      for (let time = 0; time < 10; time += 1) {
        for (const path of ['/', '/direct-download/x', '/api/uploads', '/assets/shared.js']) await ask(path);
        await ask('/form', 'POST');
      }
    };
    for (const port of [...Object.values(ports), ...Object.values(ports)]) {
      await stop(port);
      // Sends more failing requests than nginx tolerates before it skips a process.
      await readOften();
      await launch(port);
      expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    }
    expect(statuses).toEqual({
      '/ 200': 40,
      '/direct-download/x 200': 40,
      '/api/uploads 200': 40,
      '/assets/shared.js 200': 40,
      '/form 200': 40,
    });

    for (const port of Object.values(ports)) await stop(port);
    const away = await fetch(`${balancer.url}/`);
    expect([away.status, away.headers.get('retry-after'), await away.text()]).toEqual([
      502,
      '5',
      expect.stringContaining('Please try again in a few seconds.'),
    ]);
    await launch(ports['app-2']);
    expect((await fetch(`${balancer.url}/`)).status).toBe(200);
  });

  it('passes every API call to the site, even those that a location is named after', async () => {
    const configurations = ['deploy/nginx.conf', 'docs/operations.md'].map((path) =>
      readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'),
    );
    // For a location `/x/`, nginx redirects `/x` to `/x/`, which turns a POST into a GET.
    const slashed = configurations.flatMap((text) =>
      [...text.matchAll(/^ *location (\/\S+)\/ \{$/gm)].map(([, path]) => path),
    );
    expect(slashed).toContain('/direct-download');
    expect(declaredEndpoints.map(({ path }) => path).filter((path) => slashed.includes(path))).toEqual([]);
    const { url } = await start();
    const answer = await fetch(`${url}/api/uploads`, { method: 'POST', body: '{}', redirect: 'manual' });
    expect([answer.status, await answer.json()]).toMatchObject([200, { method: 'POST' }]);
  });

  it('serves only TLS and redirects to it, once its TLS lines are enabled', async () => {
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
    const made = 'req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=helix.example'.split(' ');
    execFileSync('openssl', [...made, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
    const plain = await findFreePort();
    const { url } = await start((text) =>
      text
        .replace(/^ {2}(listen 127\S+;)$/m, '')
        .replace('# listen 443 ssl;', () => `listen ${/listen (127\S+);/.exec(text)?.[1]} ssl;`)
        .replace(/# ssl_certificate .*/, `ssl_certificate ${certificate};`)
        .replace(/# ssl_certificate_key .*/, `ssl_certificate_key ${key};`)
        .replaceAll('# ssl_', 'ssl_')
        .replace(/^# server \{\n(?:# .*\n)+# \}$/m, (block) =>
          block.replaceAll('# ', '').replace(/listen \S+;/, `listen 127.0.0.1:${plain};`),
        ),
    );
    const asked = https.get(url.replace('http:', 'https:'), { rejectUnauthorized: false, agent: false });
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.resume();
    expect([answer.statusCode, (answer.socket as TLSSocket).getProtocol()]).toEqual([200, 'TLSv1.3']);
    const led = await fetch(`http://127.0.0.1:${plain}/resources?page=2`, { redirect: 'manual' });
    expect([led.status, led.headers.get('location')]).toEqual([308, 'https://127.0.0.1/resources?page=2']);
  });

  it('takes the client address from a proxy in front of it, once its lines for that are enabled', async () => {
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
