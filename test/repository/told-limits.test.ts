// Checks that the API documentation lists the rate limits that requests really use, by calling each endpoint and recording the
// limits that it reads.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { catalogue } from '#server/features/developers/catalogue.ts';
import { ownLimits } from '#server/features/developers/limits.ts';
import { type Limits, standardLimits } from '#server/kit/rate-limits/rate-limits.ts';
import { type MatrixRow, placeOf, readMatrix } from '#test/access/access-matrix.ts';
import { scenarios } from '#test/access/access-scenarios.ts';
import { type Asker, startWorld, type World } from '#test/access/access-world.ts';

/** Limits that don't belong to a single endpoint, with the reasons. */
const shared: readonly (keyof Limits)[] = [
  // These apply to every endpoint, as the documentation says.
  'publicRead',
  'signedInRead',
  // Counted before the endpoint is called, as part of the overall request limit.
  'messages',
  'pictures',
  // Counted per connection, before any request is read.
  'connections',
  // Part of several other limits.
  'newAccounts',
  // Whether the limits of new accounts apply, which their refusals explain.
  'slowsNewAccounts',
  // Triggered only by wrong passwords, codes and signatures.
  'loginPerAccount',
  'loginDelay',
  'secondFactor',
  'confirmations',
  'forgedMessages',
  // Counters shared by several endpoints, and limits on concurrency.
  'reportMails',
  'largeListings',
  'downloadStreams',
  'uploadSessions',
  // Counted only for pictures without a resource. Pictures of a resource have no separate limit.
  'loosePictures',
  'sockets',
];

/**
 * Endpoints that also read other limits. For example, a request that already exists counts as a vote, and its link is fetched
 * from another site.
 */
const more: Record<string, readonly (keyof Limits)[]> = {
  createRequest: ['marks', 'outgoingReads'],
  register: ['linkMails'],
  // Reports the limit without counting the request.
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
/** A role that the row allows. The owner is preferred, because most endpoints work on the caller's own data. */
const roleOf = ({ statuses }: MatrixRow, access: string): Asker['role'] | undefined =>
  access === 'admin'
    ? 'admin'
    : (['owner', 'user', 'premium', 'leaker', 'admin', 'visitor'] as const).find(
        (role) => (statuses[role] ?? 500) < 400,
      );
const tellers = ['getOpenApi', 'getApiGuide', 'getApiGroup'];
const asked = catalogue.filter(({ id }) => !tellers.includes(id)).map((call) => [call.id, call] as const);

it('has exceptions only for existing endpoints', () => {
  const ids = catalogue.map(({ id }) => id);
  expect([...Object.keys(more), ...tellers].filter((id) => !ids.includes(id))).toEqual([]);
});

it.each(asked)('%s', async (id, { method, path, access }) => {
  const found = new Set<keyof Limits>();
  for (const row of rows.get(placeOf(method, path)) ?? []) {
    const role = roleOf(row, access);
    if (!role) continue;
    const request = await scenarios[row.name]?.(world, world.askAs(role));
    if (!request) throw new Error(`no scenario for ${row.name}`);
    noted = new Set();
    await world.app.inject(request);
    for (const key of noted) found.add(key);
  }
  const told = ownLimits[id];
  const own = [...found].filter((key) => !shared.includes(key) && !more[id]?.includes(key));
  expect(own).toEqual(told === undefined || shared.includes(told) ? [] : [told]);
});
