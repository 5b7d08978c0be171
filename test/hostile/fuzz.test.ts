// Fuzzes every operation in the API document as every kind of user. Configured with FUZZ_SEED and FUZZ_RUNS (runs per operation
// and role); `npm run fuzz` sets both.
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOpenApi } from '#server/features/developers/openapi.ts';
import { standardLimits } from '#server/kit/rate-limits/rate-limits.ts';
import { matrixRoles, placeOf, readMatrix } from '#test/access/access-matrix.ts';
import { scenarios } from '#test/access/access-scenarios.ts';
import { type Asker, startWorld, type World } from '#test/access/access-world.ts';
import { type ApiDocument, createJudge, operationsOf } from './fuzz-answers.ts';
import { applyPlan, type Operation, type Plan, planOf } from './fuzz-requests.ts';
import type { Known } from './fuzz-values.ts';

const seed = Number(process.env.FUZZ_SEED ?? 10);
const numRuns = Number(process.env.FUZZ_RUNS ?? 1);
const LIMIT_MS = 60_000 + numRuns * 20_000;
/** Time limit for shrinking a failing example. */
const SHRINK_MS = 10_000;

const facts = {
  siteName: 'Helix Resource Platform',
  version: '',
  url: 'http://localhost:3000',
  limits: standardLimits,
};
const operations = operationsOf(buildOpenApi(facts) as unknown as ApiDocument);

/** Checks responses against the API document that the application serves. */
let judge: ReturnType<typeof createJudge>;
let world: World;
let known: Known;
const counts = { asked: 0, taken: 0, refusedWrites: 0 };

/** Operations that may answer 503 because something they need is unavailable in the test. */
const MAY_BE_AWAY: ReadonlySet<string> = new Set();

/** Fields of a test user that are restored if a request changes them, so that they are the same for every request. */
type Standing = { role: string; suspended_at: Date | null; deleted_at: Date | null; email: string };
const standings = new Map<string, Standing>();
const standingOf = (id: string) =>
  world.db
    .selectFrom('users')
    .select(['role', 'suspended_at', 'deleted_at', 'email'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

beforeAll(async () => {
  console.info(`FUZZ_SEED=${seed} FUZZ_RUNS=${numRuns}`);
  world = await startWorld();
  const document = (await world.call({ method: 'GET', url: '/api/openapi.json' })).json<ApiDocument>();
  expect(operationsOf(document).map(({ operationId }) => operationId)).toEqual(
    operations.map(({ operationId }) => operationId),
  );
  judge = createJudge(document);
  for (const role of [...matrixRoles, 'owner'] as const) {
    const { person } = world.askAs(role);
    if (person) standings.set(person.id, await standingOf(person.id));
  }
  const ids = [...Object.values(world.resources), ...Object.values(world.collections)];
  known = { ids, names: ['ola-owner', 'soft-light', 'Free', 'overlay', 'After Effects', 'general'] };
}, 120_000);
afterAll(async () => {
  console.info(JSON.stringify(counts));
  await world.stop();
});

/** Reverts changes that would affect later requests: a closed site, or a test user with a different role or status. */
const restore = async (): Promise<void> => {
  for (const [id, standing] of standings) {
    const now = await standingOf(id);
    if (JSON.stringify(now) !== JSON.stringify(standing))
      await world.db.updateTable('users').set(standing).where('id', '=', id).execute();
  }
  const settings = await world.db.selectFrom('settings').select('key').executeTakeFirst();
  if (!settings) return;
  await world.db.deleteFrom('settings').execute();
  world.deps.settings.forget();
};

const rows = readMatrix();

/** The operation's matrix row in which the role's expected status is lowest, so that the request succeeds if possible. */
const rowFor = ({ method, path }: Operation, role: Asker['role']) => {
  const place = placeOf(method, path);
  const found = rows.filter((row) => placeOf(row.method, row.path) === place && scenarios[row.name]);
  const statusIn = (row: (typeof rows)[number]): number =>
    (role === 'owner' ? row.statuses.owner : row.statuses[role]) ?? 999;
  return found.sort((one, other) => statusIn(one) - statusIn(other))[0];
};

const prepare = async (operation: Operation, role: Asker['role']): Promise<InjectOptions> => {
  const row = rowFor(operation, role);
  const scenario = row && scenarios[row.name];
  if (!scenario) throw new Error(`no scenario for ${operation.method} ${operation.path}`);
  const asker = world.askAs(role);
  // Use a separate session, because a request that ends its session must not affect other requests.
  return await scenario(world, { ...asker, headers: await world.freshSession(asker) });
};

/** Errors of writes that are rejected but intentionally change something: they increase a counter of failed attempts. */
const countsAttempts = /"code":"TWO_FACTOR_(WRONG|EXPIRED)"/;

/** Sends one fuzzed request; returns what is wrong with the response. */
const ask = async (operation: Operation, role: Asker['role'], plan: Plan): Promise<string[]> => {
  const fuzzed = applyPlan(plan, await prepare(operation, role), operation);
  const writes = operation.method !== 'GET' && operation.method !== 'HEAD';
  const changed = writes ? await world.remember() : async () => [];
  const answer = await world.app.inject(fuzzed.request);
  counts.asked += 1;
  if (answer.statusCode < 400) counts.taken += 1;
  const wrong = judge(operation, fuzzed, answer);
  if (answer.statusCode >= 500 && !MAY_BE_AWAY.has(operation.operationId)) wrong.push('unexpected 5xx');
  if (writes && answer.statusCode >= 400) {
    counts.refusedWrites += 1;
    const touched = countsAttempts.test(answer.body) ? [] : await changed();
    if (touched.length > 0) wrong.push(`a rejected write changed something: ${touched.join(', ')}`);
  }
  if (writes && answer.statusCode < 400) await restore();
  const { method, url, payload } = fuzzed.request;
  return wrong.map(
    (what) =>
      `${what}\n${answer.statusCode} to ${method} ${String(url)} ${payload === undefined ? '' : String(JSON.stringify(payload)).slice(0, 500)}\n${answer.body.slice(0, 500)}`,
  );
};

const roles: Asker['role'][] = [...matrixRoles, 'owner'];

describe('a fuzzed request', () => {
  it.each(operations.map((operation) => [operation.operationId, operation] as const))(
    'to %s gets a declared response',
    async (_id, operation) => {
      for (const [index, role] of roles.entries()) {
        if (role === 'owner' && !rowFor(operation, role)?.statuses.owner) continue;
        const property = fc.asyncProperty(planOf(operation, known), async (plan) => {
          expect(await ask(operation, role, plan), role).toEqual([]);
        });
        await fc.assert(property, { seed: seed + index, numRuns, interruptAfterTimeLimit: SHRINK_MS + numRuns * 1000 });
      }
    },
    LIMIT_MS,
  );
});
