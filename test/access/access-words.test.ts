// Matrix cells that contain more than a status. Each has a test, either here or in another file.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeForm } from '#test/harness/forms.ts';
import { cells } from '#test/repository/shown-by.ts';
import { matrixRoles, readMatrix } from './access-matrix.ts';
import { scenarios } from './access-scenarios.ts';
import { startWorld, type World } from './access-world.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

it('lists tests for exactly the cells that say more than a status', () => {
  const said = readMatrix().flatMap(({ name, words }) =>
    Object.entries(words).map(([column, text]) => `${name} | ${column}: ${text}`),
  );
  expect(said.length).toBeGreaterThan(20);
  expect(Object.keys(cells).sort()).toEqual(said.sort());
  const files = Object.values(cells).flatMap((shown) => shown.map(([file]) => file));
  expect(files.filter((file) => !existsSync(join(project, file)))).toEqual([]);
});

describe.each([
  ['/api/user/saved-items', () => `/api/uploads/${world.resources.free}/save`],
  ['/api/user/following', () => `/api/users/${world.owner.username}/follow`],
])('%s', (list, mark) => {
  it('has only the caller’s own rows', async () => {
    const { person: member } = world.askAs('user');
    expect((await world.call({ method: 'POST', url: mark(), payload: {} }, member ?? undefined)).statusCode).toBe(200);
    for (const role of matrixRoles) {
      if (role === 'visitor' || role === 'banned') continue;
      const { person } = world.askAs(role);
      const reply = await world.call({ method: 'GET', url: list }, person ?? undefined);
      expect([reply.statusCode, reply.json<unknown[]>().length], role).toEqual([200, role === 'user' ? 1 : 0]);
    }
  });
});

it('a profile update changes only the caller’s profile, even if another user is named', async () => {
  const { person } = world.askAs('admin');
  const bios = () => world.db.selectFrom('users').select(['id', 'bio']).orderBy('id').execute();
  const before = await bios();
  const { payload, headers } = await encodeForm(['bio', 'Of my own.']);
  const own = await world.call({ method: 'PUT', url: '/api/users/profile', payload, headers }, person ?? undefined);
  expect(own.statusCode).toBe(200);
  const wanted = before.map((row) => (row.id === person?.id ? { ...row, bio: 'Of my own.' } : row));
  expect(await bios()).toEqual(wanted);
  for (const name of ['id', 'userId', 'username_of']) {
    const form = await encodeForm(['bio', 'Of someone else.'], [name, world.owner.id]);
    const reply = await world.call(
      { method: 'PUT', url: '/api/users/profile', payload: form.payload, headers: form.headers },
      person ?? undefined,
    );
    expect(reply.statusCode, name).toBe(400);
    const json = { username: 'of-someone-else', currentPassword: 'x', [name]: world.owner.id };
    const admin = await world.call({ method: 'PUT', url: '/api/admin/profile', payload: json }, person ?? undefined);
    expect(admin.statusCode, name).toBe(400);
  }
  expect(await bios()).toEqual(wanted);
});

describe.each([
  ['POST /api/webhooks/patreon', 401],
  ['POST /api/webhooks/discord', 401],
  ['POST /unsubscribe', 400],
] as const)('%s', (name, refused) => {
  it('is accepted from any site, based only on its signature', async () => {
    const send = async (row: string) => {
      const request = await scenarios[row]?.(world, world.askAs('visitor'));
      const headers = { ...request?.headers, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
      return (await world.app.inject({ ...request, headers })).statusCode;
    };
    expect(await send(name)).toBeOneOf([200, 204]);
    expect(await send(`${name} (bad signature)`)).toBe(refused);
  });
});
