// Every text that a call takes, at its limit and beyond it: what is too long is refused by its field, and what is not is none of
// its length's business.
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

/** The text itself, where a field may also be null or left out. */
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

/** `repeat:a:100*MAX` as the list writes it. */
const make = (input: string, max: number): string => {
  const [, what = '', count = ''] = input.split(':');
  const lengths: Record<string, number> = { '1': 1, 'MAX+1': max + 1, '100*MAX': 100 * max };
  return what.repeat(lengths[count] ?? Number.NaN);
};

const cases = hostileCases.filter((found) => found.class === 'length-boundaries');

it('there are texts and lengths to try', () => {
  expect(fields.length).toBeGreaterThan(50);
  expect(cases).toHaveLength(3);
});

describe('a text', () => {
  it.each(fields.map((field) => [`${field.operation.operationId} ${field.name}`, field] as const))(
    '%s is as long as it may be',
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
        // What no body may hold is refused as a whole.
        if (status !== 413) expect([status, refused], `${text.length} characters`).toEqual([400, true]);
      }
      const { status, refused } = await send('a'.repeat(max));
      // An address or a code is no text of any letters: then one letter is refused like many.
      if (!(await send('a')).refused) expect([status === 413, refused]).toEqual([false, false]);
    },
  );
});
