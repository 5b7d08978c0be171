// Sends every string field at its length limit and beyond it. Longer strings are rejected with an error for that field. Strings
// within the limit are not rejected because of their length.
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonSchema } from '#server/features/developers/json-schema.ts';
import { buildOpenApi } from '#server/features/developers/openapi.ts';
import { standardLimits } from '#server/kit/rate-limits/rate-limits.ts';
import { matrixRoles, placeOf, readMatrix } from '#test/access/access-matrix.ts';
import { scenarios } from '#test/access/access-scenarios.ts';
import { startWorld, type World } from '#test/access/access-world.ts';
import { type ApiDocument, operationsOf } from './fuzz-answers.ts';
import { expectHarmless, hostileCases } from './hostile-inputs.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
}, 120_000);
afterAll(() => world.stop());

const facts = { siteName: 'Helix', version: '', url: 'http://localhost:3000', limits: standardLimits };
const rows = readMatrix();

/** The string schema of a field, even if the field can also be null or missing. */
const textOf = (schema: JsonSchema): JsonSchema | null => {
  const options = schema.anyOf ?? [schema];
  return options.find(({ type, maxLength }) => type === 'string' && maxLength !== undefined) ?? null;
};

const fields = operationsOf(buildOpenApi(facts) as unknown as ApiDocument).flatMap((operation) => {
  const schema = operation.requestBody?.content['application/json']?.schema;
  return Object.entries(schema?.properties ?? {}).flatMap(([name, part]) => {
    const text = textOf(part);
    return text?.maxLength === undefined ? [] : [{ operation, name, max: text.maxLength }];
  });
});

/** Expands the notation `repeat:a:100*MAX` used in the list. */
const make = (input: string, max: number): string => {
  const [, what = '', count = ''] = input.split(':');
  const lengths: Record<string, number> = { '1': 1, 'MAX+1': max + 1, '100*MAX': 100 * max };
  return what.repeat(lengths[count] ?? Number.NaN);
};

const cases = hostileCases.filter((found) => found.class === 'length-boundaries');

it('finds strings and lengths to test', () => {
  expect(fields.length).toBeGreaterThan(50);
  expect(cases).toHaveLength(3);
});

describe('a string', () => {
  it.each(fields.map((field) => [`${field.operation.operationId} ${field.name}`, field] as const))(
    '%s respects its length limit',
    async (_name, { operation, name, max }) => {
      const place = placeOf(operation.method, operation.path);
      const row = rows.find((one) => placeOf(one.method, one.path) === place && scenarios[one.name]);
      const statuses = row?.statuses ?? ({} as Record<string, number>);
      const role =
        (['admin', 'leaker', 'user', 'visitor'] as const).find((one) => (statuses[one] ?? 999) < 400) ?? matrixRoles[4];
      const asker = world.askAs(role);
      const send = async (text: string) => {
        const base: InjectOptions =
          (await scenarios[row?.name ?? '']?.(world, { ...asker, headers: await world.freshSession(asker) })) ?? {};
        const reply = await world.app.inject({ ...base, payload: { ...(base.payload as object), [name]: text } });
        expectHarmless(reply, `${name} of ${text.length}`, text);
        const { fields: named = {} } =
          reply.statusCode === 400 ? reply.json<{ fields?: Record<string, string> }>() : {};
        return { status: reply.statusCode, refused: name in named };
      };
      for (const { input } of cases) {
        const text = make(input, max);
        const { status, refused } = await send(text);
        if (text.length <= max) continue;
        // A body above the size limit is rejected as a whole.
        if (status !== 413) expect([status, refused], `${text.length} characters`).toEqual([400, true]);
      }
      const { status, refused } = await send('a'.repeat(max));
      // Fields for emails and codes require a fixed format, so they reject even a single letter.
      if (!(await send('a')).refused) expect([status === 413, refused]).toEqual([false, false]);
    },
  );
});
