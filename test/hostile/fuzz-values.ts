// Values for the fuzzer: values that a JSON Schema allows, values at its limits, and values that no field expects.
import fc from 'fast-check';
import type { JsonSchema } from '#server/features/developers/json-schema.ts';
import { hostileCases } from './hostile-inputs.ts';

/** Literal strings from the project's list of hostile inputs. */
const hostileTexts = hostileCases.filter(({ how }) => how === 'literal').map(({ input }) => input);

const LONG_CHARACTERS = 5000;
const nest = (depth: number): unknown => {
  let value: unknown = 1;
  for (let count = 0; count < depth; count += 1) value = count % 2 === 0 ? [value] : { a: value };
  return value;
};

/** Values that no field expects: mostly hostile strings, but also wrong types, and very large or deeply nested values. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  {
    weight: 4,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      false,
      0,
      -0,
      -1,
      1.5,
      1e308,
      -9_007_199_254_740_992,
      2 ** 31,
      '',
      ' ',
      '\0',
      '\ud800',
      'a\udc00b',
      '\u202eevil',
      [],
      {},
      [[]],
      [null],
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(
      'a'.repeat(LONG_CHARACTERS),
      '\u0301'.repeat(LONG_CHARACTERS),
      Array.from({ length: 300 }, (_, index) => index),
      Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`k${index}`, index])),
      nest(15),
      nest(40),
      { toString: 'x', valueOf: null, constructor: { prototype: { polluted: 1 } } },
      { $gt: '' },
      { length: 12 },
    ),
  },
);

/** Keys that no schema declares. */
export const hostileKey: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'role', 'isPremium', 'id', 'userId'],
    ...['user_id', 'createdAt', '', ' ', '\0', '\ud800', 'a.b', 'a[b]', '$where', 'a'.repeat(500)],
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
);

/** Ids and names that exist on the site. */
export type Known = { ids: readonly string[]; names: readonly string[] };

const textWithin = ({ minLength = 0, maxLength = 200 }: JsonSchema): fc.Arbitrary<string> => {
  const edge = Math.min(maxLength, LONG_CHARACTERS);
  return fc.oneof(
    fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(edge, 60)) }),
    fc.constantFrom('a'.repeat(minLength), 'a'.repeat(edge), 'a'.repeat(edge + 1)),
  );
};

const patternCache = new Map<string, fc.Arbitrary<string> | null>();

/** Strings that match a pattern; null if the pattern can't be used to generate strings. */
const textOf = (pattern: string): fc.Arbitrary<string> | null => {
  const known = patternCache.get(pattern);
  if (known !== undefined) return known;
  let made: fc.Arbitrary<string> | null;
  try {
    made = fc.stringMatching(new RegExp(pattern, 'u'), { size: '-1' });
  } catch {
    made = null;
  }
  patternCache.set(pattern, made);
  return made;
};

const moment: fc.Arbitrary<string> = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());

const ofString = (schema: JsonSchema, known: Known): fc.Arbitrary<unknown> => {
  if (schema.format === 'uuid')
    return fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...known.ids) },
      { weight: 1, arbitrary: fc.uuid({ version: 4 }) },
    );
  if (schema.format === 'date-time') return moment;
  if (schema.format === 'email')
    return fc.constantFrom(...known.names.map((name) => `${name}@people.example`), 'a@b.example');
  const byPattern = schema.pattern === undefined ? null : textOf(schema.pattern);
  if (byPattern) return fc.oneof(byPattern, byPattern, textWithin(schema));
  return fc.oneof(textWithin(schema), fc.constantFrom(...known.names));
};

const ofNumber = ({ type, minimum = -1e6, maximum = 1e6 }: JsonSchema): fc.Arbitrary<unknown> => {
  const [min, max] = [Math.ceil(minimum), Math.floor(Math.max(minimum, maximum))];
  const edges = fc.constantFrom(min, max, min - 1, max + 1);
  return fc.oneof(
    fc.integer({ min, max }),
    edges,
    ...(type === 'number' ? [fc.double({ min, max, noNaN: true })] : []),
  );
};

const ofObject = (schema: JsonSchema, known: Known): fc.Arbitrary<unknown> => {
  const parts = Object.entries(schema.properties ?? {});
  const model = Object.fromEntries(parts.map(([key, part]) => [key, arbitraryOf(part, known)]));
  const requiredKeys = parts.map(([key]) => key).filter((key) => schema.required?.includes(key));
  const named = fc.record(model, { requiredKeys });
  const { additionalProperties: others } = schema;
  if (typeof others !== 'object' || parts.length > 0) return named;
  return fc.dictionary(fc.oneof(fc.constantFrom(...known.names), hostileKey), arbitraryOf(others, known), {
    maxKeys: 4,
  });
};

/** Values that a schema allows, including its limits, and sometimes values just beyond them. */
export function arbitraryOf(schema: JsonSchema, known: Known): fc.Arbitrary<unknown> {
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return fc.oneof(...options.map((option) => arbitraryOf(option, known)));
  if (schema.allOf?.[0]) return arbitraryOf(schema.allOf[0], known);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (Array.isArray(schema.type))
    return fc.oneof(...schema.type.map((type) => arbitraryOf({ ...schema, type }, known)));
  if (schema.type === 'object') return ofObject(schema, known);
  if (schema.type === 'array') {
    const items = typeof schema.items === 'object' ? arbitraryOf(schema.items, known) : hostileValue;
    return fc.array(items, {
      minLength: schema.minItems ?? 0,
      maxLength: Math.min((schema.maxItems ?? 5) + 1, 25),
      size: '-1',
    });
  }
  if (schema.type === 'string') return ofString(schema, known);
  if (schema.type === 'integer' || schema.type === 'number') return ofNumber(schema);
  if (schema.type === 'boolean') return fc.boolean();
  return schema.type === 'null' ? fc.constant(null) : hostileValue;
}
