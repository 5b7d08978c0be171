// The socket rows of the access matrix, tested with real sockets for every kind of caller.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addThread, reply } from '#test/harness/forum-writing.ts';
import type { Person } from '#test/harness/harness.ts';
import {
  connected,
  ended,
  handshake,
  listen,
  look,
  openReader,
  type Reader,
  record,
} from '#test/harness/socket-clients.ts';
import { type MatrixRow, matrixRoles, readMatrix } from './access-matrix.ts';
import { startWorld, type World } from './access-world.ts';

const rows = readMatrix().filter(({ method }) => method === 'SOCKET');

let world: World;
let url: string;
const open: Reader[] = [];

beforeAll(async () => {
  world = await startWorld();
  url = await listen(world);
});
afterAll(async () => {
  for (const reader of open) reader.disconnect();
  await world.stop();
});

type Role = (typeof matrixRoles)[number];

const enter = async (person: Person | null): Promise<Reader> => {
  const reader = await connected(openReader(url, person));
  open.push(reader);
  return reader;
};

/** `status` is the row's status for the role, or 0 if the cell contains prose. */
type Scenario = (asker: { person: Person | null; headers: Record<string, string> }, status: number) => Promise<void>;

const scenarios: Record<string, Scenario> = {
  'SOCKET /ws connect (site origin)': async ({ headers }, status) => {
    expect((await handshake(url, { origin: 'http://localhost:3000', ...headers })).status).toBe(status);
    expect((await handshake(url, { 'sec-fetch-site': 'same-origin', ...headers })).status).toBe(status);
  },
  'SOCKET /ws connect (foreign Origin)': async ({ headers }, status) => {
    expect((await handshake(url, { origin: 'https://evil.example', ...headers })).status).toBe(status);
    expect((await handshake(url, { 'sec-fetch-site': 'cross-site', ...headers })).status).toBe(status);
  },
  'SOCKET /ws client emits unknown event': async ({ person }) => {
    const reader = await enter(person);
    const end = ended(reader);
    (reader as unknown as { emit(event: string, payload: object): void }).emit('newPost', { content: 'mine' });
    expect(await end).toBe('transport close');
  },
  // No events about hidden items are sent to anyone; administrators see those items elsewhere.
  'SOCKET /ws receives events of hidden/PENDING items': async ({ person }) => {
    const thread = await addThread(world, world.owner);
    await world.db.updateTable('forum_threads').set({ deleted_at: new Date() }).where('id', '=', thread.id).execute();
    const reader = await enter(person);
    const told = record(reader);
    for (const id of [thread.id, world.resources.pending]) {
      expect(await look(reader, { kind: 'thread', id })).toBeNull();
      expect(await look(reader, { kind: 'subcategory', id })).toBeNull();
    }
    await expect(reply(world, thread.id, world.owner)).rejects.toThrow('THREAD_NOT_FOUND');
    // When this response arrives, any event sent earlier has already arrived.
    await look(reader, { kind: 'thread', id: thread.id });
    expect(told).toEqual([]);
  },
};

it('has a scenario for every row, and no other', () => {
  expect(Object.keys(scenarios).sort()).toEqual(rows.map(({ name }) => name).sort());
});

describe.each(rows.map((row): [string, MatrixRow] => [row.name, row]))('%s', (name, row) => {
  const isOfConnecting = row.statuses.visitor > 0;
  // Suspended users can't connect, so there is nothing to send or receive.
  const roles: Role[] = matrixRoles.filter((role) => isOfConnecting || role !== 'banned');
  it.each(roles)('%s', async (role) => {
    await scenarios[name]?.(world.askAs(role), row.statuses[role]);
  });
});
