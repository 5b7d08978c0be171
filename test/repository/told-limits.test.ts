// The limits that calls count in are those that the API document and its page tell: each call is asked, and what it looks up noted.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { catalogue } from '#server/features/developers/catalogue.ts';
import { ownLimits } from '#server/features/developers/limits.ts';
import { type Limits, standardLimits } from '#server/kit/rate-limits/rate-limits.ts';
import { type MatrixRow, placeOf, readMatrix } from '#test/access/access-matrix.ts';
import { scenarios } from '#test/access/access-scenarios.ts';
import { type Asker, startWorld, type World } from '#test/access/access-world.ts';

/** Limits that are no call's own, and why. */
const shared: readonly (keyof Limits)[] = [
  // Of all calls, and told as such.
  'publicRead',
  'signedInRead',
  // Counted before any call is, and not at all where there are no limits.
  'messages',
  'pictures',
  // Of connections, before there is a call.
  'connections',
  // A share of others.
  'newAccounts',
  // What follows on wrong passwords, codes and signatures.
  'loginPerAccount',
  'loginDelay',
  'secondFactor',
  'confirmations',
  'forgedMessages',
  // What many are counted in at once, or what runs at once.
  'reportMails',
  'largeListings',
  'downloadStreams',
  'uploadSessions',
  // Of a call with a picture for no resource; with one there is no limit of its own.
  'loosePictures',
  'sockets',
];

/** Calls that look up another limit too: a request that is known already is a vote, and its link is read elsewhere. */
const more: Record<string, readonly (keyof Limits)[]> = {
  createRequest: ['marks', 'outgoingReads'],
  register: ['linkMails'],
  // Tells it, and counts nothing.
  getRequestWait: ['resourceRequests'],
};

let world: World;
let noted = new Set<keyof Limits>();
beforeAll(async () => {
  world = await startWorld();
  for (const key of Object.keys(standardLimits) as (keyof Limits)[]) {
    const value = world.deps.limits[key];
    const get = () => {
      noted.add(key);
      return value;
    };
    Object.defineProperty(world.deps.limits, key, { get });
  }
});
afterAll(() => world.stop());

const rows = Map.groupBy(
  readMatrix().filter(({ name }) => scenarios[name]),
  ({ method, path }) => placeOf(method, path),
);
/** Whoever a row lets through; the owner before others, as most things are theirs. */
const roleOf = ({ statuses }: MatrixRow, access: string): Asker['role'] | undefined =>
  access === 'admin'
    ? 'admin'
    : (['owner', 'user', 'premium', 'leaker', 'admin', 'visitor'] as const).find(
        (role) => (statuses[role] ?? 500) < 400,
      );
const tellers = ['getOpenApi', 'getApiGuide', 'getApiGroup'];
const asked = catalogue.filter(({ id }) => !tellers.includes(id)).map((call) => [call.id, call] as const);

it('the exceptions are calls of the contract', () => {
  const ids = catalogue.map(({ id }) => id);
  expect([...Object.keys(more), ...tellers].filter((id) => !ids.includes(id))).toEqual([]);
});

it.each(asked)('%s', async (id, { method, path, access }) => {
  const found = new Set<keyof Limits>();
  for (const row of rows.get(placeOf(method, path)) ?? []) {
    const role = roleOf(row, access);
    if (!role) continue;
    const request = await scenarios[row.name]?.(world, world.askAs(role));
    if (!request) throw new Error(`nothing shows ${row.name}`);
    noted = new Set();
    await world.app.inject(request);
    for (const key of noted) found.add(key);
  }
  const told = ownLimits[id];
  const own = [...found].filter((key) => !shared.includes(key) && !more[id]?.includes(key));
  expect(own).toEqual(told === undefined || shared.includes(told) ? [] : [told]);
});
