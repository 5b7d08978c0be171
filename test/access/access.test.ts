// Every endpoint answers every kind of caller with the status from the matrix, and rejected writes change nothing.
import { type OutgoingHttpHeaders, request } from 'node:http';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declaredEndpoints } from '#server/platform/contract-calls.ts';
import { type MatrixRow, matrixRoles, placeOf, readMatrix, readPending } from './access-matrix.ts';
import { scenarios } from './access-scenarios.ts';
import { type Asker, startWorld, type World } from './access-world.ts';

/** Socket rows are covered by access-sockets.test.ts. */
const matrix = readMatrix().filter(({ method }) => method !== 'SOCKET');
const pending = new Set(readPending());
const shown = matrix.filter(({ name }) => scenarios[name]);

/** Time limit for a response. A server that waits for the body would never answer, or would give up only after 15 s. */
const ANSWERED_WITHIN_MS = 10_000;

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const builtPlaces = (): Set<string> =>
  new Set(world.app.routes.map(({ endpoint }) => placeOf(endpoint.method, endpoint.path)));

describe('the matrix', () => {
  it('has a row for every endpoint, and a scenario for every implemented row', () => {
    const rows = new Set(matrix.map(({ method, path }) => placeOf(method, path)));
    expect([...builtPlaces()].filter((place) => !rows.has(place))).toEqual([]);
    const unshown = matrix.filter(
      ({ name, method, path }) => builtPlaces().has(placeOf(method, path)) && !scenarios[name],
    );
    expect(unshown.map(({ name }) => name)).toEqual([]);
  });

  it('has a row for every other address registered on the server', () => {
    const tree = world.app.printRoutes({ commonPrefix: false, includeHooks: false });
    const trail: string[] = [];
    const registered = tree.split('\n').flatMap((line) => {
      const found = /^([│ ]*)[├└]── (\S+) \(([A-Z]+)/.exec(line);
      if (!found) return [];
      const depth = (found[1] ?? '').length / 4;
      trail.splice(depth, trail.length, found[2] ?? '');
      // Two endpoints may name the same path parameter differently, which is printed as `:author|:username`.
      const path = trail.join('').replaceAll(/:(\w+)(?:\|:\w+)*/g, '{$1}');
      return [placeOf(found[3] ?? '', path)];
    });
    expect(registered.length).toBeGreaterThan(20);
    const rows = new Set(matrix.map(({ method, path }) => placeOf(method, path)));
    expect(registered.filter((place) => place !== 'GET *' && !rows.has(place))).toEqual([]);
  });

  it('has unique rows, and scenarios only for existing rows', () => {
    const names = matrix.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(Object.keys(scenarios).filter((name) => !names.includes(name))).toEqual([]);
  });

  it('has a status in every cell of an implemented endpoint', () => {
    const cells = shown.flatMap((row) => askers(row).map(([role, status]) => `${row.name} ${role}: ${status}`));
    expect(cells.length).toBeGreaterThan(shown.length * matrixRoles.length);
    expect(cells.filter((cell) => !/: [1-5]\d\d$/.test(cell))).toEqual([]);
    // Webhooks and one-click unsubscribing are authenticated by their signature, so their origin doesn't matter.
    const isSigned = (path: string): boolean => path.startsWith('/api/webhooks/') || path === '/unsubscribe';
    const unsafe = shown.filter(({ method, path }) => method !== 'GET' && !isSigned(path));
    expect(unsafe.filter(({ crossSite }) => crossSite === null).map(({ name }) => name)).toEqual([]);
  });

  it('lists only endpoints of the second stage as pending', () => {
    expect(matrix.filter(({ name, stage }) => pending.has(name) && stage !== 2).map(({ name }) => name)).toEqual([]);
  });

  it('lists exactly the unimplemented rows as pending', () => {
    const unbuilt = matrix.filter(({ name }) => !scenarios[name]).map(({ name }) => name);
    expect([...pending].sort()).toEqual(unbuilt.sort());
    expect(matrix.filter(({ name, issue }) => pending.has(name) && issue === 2)).toEqual([]);
  });

  it('covers real endpoints: every declared endpoint has a route', () => {
    const declared = declaredEndpoints.map(({ method, path }) => placeOf(method, path));
    expect(declared.filter((place) => !builtPlaces().has(place))).toEqual([]);
  });
});

/** Prepares a row's request. The returned function sends it and fails if a rejected request changed anything. */
const prepare = async (row: MatrixRow, asker: Asker) => {
  const request = await scenarios[row.name]?.(world, asker);
  if (!request) throw new Error(`no scenario for ${row.name}`);
  const reads = request.method === 'GET' || request.method === 'HEAD';
  const changed = reads ? async () => [] : await world.remember();
  return async (headers: Record<string, string> = {}) => {
    const reply = await world.app.inject({ ...request, headers: { ...request.headers, ...headers } });
    if (reply.statusCode >= 400) expect(await changed(), 'a rejected write changed something').toEqual([]);
    return reply;
  };
};

const askers = (row: MatrixRow): [Asker['role'], number][] => [
  ...matrixRoles.map((role): [Asker['role'], number] => [role, row.statuses[role]]),
  ...(row.statuses.owner === null ? [] : ([['owner', row.statuses.owner]] as [Asker['role'], number][])),
];

describe.each(shown.map((row) => [row.name, row] as const))('%s', (_name, row) => {
  it.each(askers(row))('%s: %i', async (role, status) => {
    const send = await prepare(row, world.askAs(role));
    const reply = await send();
    expect(reply.statusCode, reply.body.slice(0, 300)).toBe(status);
    if (status === 403 && role === 'banned' && row.statuses.visitor !== 403 && row.method !== 'HEAD')
      expect(reply.body).toMatch(/"code":"BANNED"|This account is suspended\./);
  });
});

/** Sends the headers of a request but never its body. Resolves to the response status, or 0 if there is no response. */
const sendHead = (port: number, { method, url, headers }: InjectOptions): Promise<number> =>
  new Promise((resolve) => {
    const sending = request({
      port,
      host: '127.0.0.1',
      method,
      path: String(url),
      headers: headers as OutgoingHttpHeaders,
    });
    sending.on('response', ({ statusCode = 0 }) => {
      sending.destroy();
      resolve(statusCode);
    });
    sending.on('error', () => resolve(0));
    sending.setTimeout(ANSWERED_WITHIN_MS, () => sending.destroy());
    sending.flushHeaders();
  });

describe('a forbidden write', () => {
  // Whether the declared access level alone excludes the role. Ownership is only known after the request has been parsed.
  const isLeftOut = (access: string, role: Asker['role']): boolean =>
    access !== 'visitor' &&
    (role === 'visitor' || role === 'banned' || (role === 'user' && /^(leaker|admin)$/.test(access)));

  it('is rejected before its body arrives', async () => {
    const address = await world.app.listen({ port: 0, host: '127.0.0.1' });
    const access = new Map(
      world.app.routes.map(({ endpoint }) => [placeOf(endpoint.method, endpoint.path), endpoint.access]),
    );
    const wrong: string[] = [];
    let asked = 0;
    for (const row of shown.filter(({ method }) => /^(POST|PUT|PATCH|DELETE)$/.test(method))) {
      for (const role of ['visitor', 'banned', 'user'] as const) {
        const status = row.statuses[role];
        if (!isLeftOut(access.get(placeOf(row.method, row.path)) ?? 'visitor', role) || status < 400) continue;
        const found = await scenarios[row.name]?.(world, world.askAs(role));
        if (!found) continue;
        const type = typeof found.payload === 'string' ? 'text/plain' : 'application/json';
        const headers = { 'content-type': type, ...found.headers, 'content-length': '1000' };
        const answered = await sendHead(Number(new URL(address).port), { ...found, headers });
        asked += 1;
        if (answered !== status) wrong.push(`${row.name} ${role}: got ${answered}, expected ${status}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(asked).toBeGreaterThan(300);
  }, 120_000);
});

const foreignHeaders: Record<string, string>[] = [
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'https://evil.example' },
];

describe('rejects cross-site requests to', () => {
  it.each(shown.filter(({ crossSite }) => crossSite !== null).map((row) => [row.name, row] as const))(
    '%s',
    async (_name, row) => {
      for (const [role] of askers(row)) {
        // Cross-site requests are rejected before anything is read, so one prepared request can be sent with each set of headers.
        const send = await prepare(row, world.askAs(role));
        for (const headers of foreignHeaders) {
          const reply = await send(headers);
          expect(reply.statusCode, `${role} ${JSON.stringify(headers)}`).toBe(row.crossSite);
          // Responses to HEAD have no body.
          if (row.method !== 'HEAD') expect(reply.json()).toMatchObject({ code: 'CROSS_SITE' });
        }
      }
    },
  );
});
