// Personal tokens on every endpoint: with the right scope, a token acts like its owner's session; otherwise it is refused.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PersonalScope } from '#contract/accounts/personal-tokens.ts';
import { PERSONAL_SCOPES } from '#contract/accounts/token-limits.ts';
import type { EndpointSpec } from '#contract/http.ts';
import { createAccessToken } from '#server/platform/access-tokens.ts';
import { declaredEndpoints } from '#server/platform/contract-calls.ts';
import { type MatrixRow, placeOf, readMatrix } from '#test/access/access-matrix.ts';
import { scenarios } from '#test/access/access-scenarios.ts';
import { type Asker, startWorld, type World } from '#test/access/access-world.ts';
import { readSources } from './source-files.ts';

const needsSignIn = declaredEndpoints.filter(({ access }) => access !== 'visitor');

describe('every endpoint that requires a login', () => {
  it('has a scope, or a reason why tokens may not use it', () => {
    const undecided = needsSignIn.filter(({ access, scope }) => scope === undefined && access !== 'admin');
    expect(undecided.map(({ name }) => name)).toEqual([]);
    const pointless = declaredEndpoints.filter(
      ({ access, scope }) => scope === null && /^(visitor|admin)$/.test(access),
    );
    expect(pointless.map(({ name }) => name)).toEqual([]);
  });

  it('has a comment with the reason next to a null scope', () => {
    const bare = readSources(['contract/**/*.ts']).flatMap(({ path, text }) =>
      [...text.matchAll(/^(.*)\n +scope: null,$/gm)].flatMap(([, before = '']) =>
        /^ +\/\/ .+/.test(before) ? [] : [`${path}: ${before}`],
      ),
    );
    expect(bare).toEqual([]);
  });

  it('for administrators is closed to personal tokens', () => {
    const open = needsSignIn.filter(({ access, scope }) => access === 'admin' && scope && scope !== 'toolbox');
    expect(open.map(({ name }) => name)).toEqual([]);
  });
});

const byPlace = new Map<string, EndpointSpec>(
  declaredEndpoints.map((endpoint) => [placeOf(endpoint.method, endpoint.path), endpoint]),
);
const rows = readMatrix().flatMap((row) => {
  const endpoint = byPlace.get(placeOf(row.method, row.path));
  // Rows for sockets and pages have no endpoint.
  return endpoint && scenarios[row.name] ? [[row.name, row, endpoint] as const] : [];
});
const scoped = rows.filter(([, , { scope }]) => scope && scope !== 'toolbox');
const closed = rows.filter(([, , { access, scope }]) => access !== 'visitor' && !scope);

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const DAY_MS = 86_400_000;

/** The same user, authenticated with a token. */
const byToken = async (asker: Asker, scopes: readonly PersonalScope[]): Promise<Asker> => {
  if (!asker.person) throw new Error('visitors have no tokens');
  const now = new Date();
  const expiresAt = new Date(now.getTime() + DAY_MS);
  const wanted = { userId: asker.person.id, sessionId: null, name: 'Test', scopes, expiresAt };
  const { token } = await createAccessToken(world.db, wanted, now);
  const headers = { authorization: `Bearer ${token}` };
  return { ...asker, person: { ...asker.person, headers }, headers };
};

const ask = async (row: MatrixRow, asker: Asker) => {
  const request = await scenarios[row.name]?.(world, asker);
  if (!request) throw new Error(`no scenario for ${row.name}`);
  return world.app.inject(request);
};

/** Takes the request that a scenario prepared for a session, and sends it with a token of the same user instead. */
const askByToken = async (row: MatrixRow, role: Asker['role'], scopes: readonly PersonalScope[]) => {
  const asker = world.askAs(role);
  const request = await scenarios[row.name]?.(world, asker);
  if (!request) throw new Error(`no scenario for ${row.name}`);
  const { cookie: _cookie, ...rest } = (request.headers ?? {}) as Record<string, string>;
  const { headers } = await byToken(asker, scopes);
  return world.app.inject({ ...request, headers: { ...rest, ...headers } });
};

const roles = ['user', 'premium', 'leaker', 'admin', 'banned', 'owner'] as const;

/**
 * Expected status for an admin's token, which acts as a leaker with Premium: it cannot access other people's data, but it can use
 * endpoints that are open to members.
 */
const byTokenOf = ({ leaker, premium }: MatrixRow['statuses']): number =>
  leaker >= 400 && premium < 400 ? premium : leaker;

describe('a token with the right scope acts as its owner, but never as an administrator', () => {
  it('on the endpoints where administrators see more', () => {
    const names = scoped.filter(([, { statuses }]) => statuses.admin !== byTokenOf(statuses)).map(([name]) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'POST /api/resources/{id}/selections (PENDING)',
        'GET /api/uploads/{id}',
        'PUT /api/uploads/{id}',
        'DELETE /api/uploads/{id}',
        'GET /api/forum/posts/{id}/versions',
      ]),
    );
  });

  it.each(scoped)('%s', async (_name, row, { scope }) => {
    for (const role of roles) {
      const status = role === 'admin' ? byTokenOf(row.statuses) : row.statuses[role];
      if (status === null) continue;
      const reply = await ask(row, await byToken(world.askAs(role), [scope as PersonalScope]));
      expect(reply.statusCode, `${role}: ${reply.body.slice(0, 200)}`).toBe(status);
      expect(reply.headers['set-cookie'] ?? []).not.toContain('token=');
    }
  });
});

describe('a token without the right scope', () => {
  const others = (scope: EndpointSpec['scope']) => PERSONAL_SCOPES.filter((one) => one !== scope);

  it.each(scoped.filter(([, , { access }]) => access !== 'visitor'))('is refused: %s', async (_name, row, endpoint) => {
    for (const role of ['user', 'admin'] as const) {
      const reply = await askByToken(row, role, others(endpoint.scope));
      expect(reply.statusCode, role).toBe(403);
      if (row.method !== 'HEAD') expect(reply.json()).toMatchObject({ code: 'TOKEN_SCOPE' });
    }
  });

  it.each(scoped.filter(([, , { access }]) => access === 'visitor'))(
    'is treated as a visitor: %s',
    async (_name, row, endpoint) => {
      const reply = await ask(row, await byToken(world.askAs('user'), others(endpoint.scope)));
      expect(reply.statusCode, reply.body.slice(0, 200)).toBe(row.statuses.visitor);
    },
  );
});

describe('a token with every scope is refused for', () => {
  it.each(closed)('%s', async (_name, row) => {
    const reply = await askByToken(row, 'admin', PERSONAL_SCOPES);
    expect(reply.statusCode, reply.body.slice(0, 200)).toBe(403);
    expect(reply.json()).toMatchObject({ code: 'TOKEN_SCOPE' });
  });
});
