// The whole contract: every endpoint is complete, can be expressed in OpenAPI, and limits its input.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { EndpointSpec } from '#contract/http.ts';
import { problemCodes, problemOf } from '#contract/problems.ts';
import { declaredEndpoints } from '#server/platform/contract-calls.ts';

type JsonSchema = {
  type?: string;
  maxLength?: number;
  pattern?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  additionalProperties?: unknown;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
};

const toJson = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { unrepresentable: 'throw', io: 'input' }) as JsonSchema;

const requestSchemas = ({ params, query, body }: EndpointSpec) =>
  Object.entries({ params, query, body }).filter((entry): entry is [string, z.ZodType] => entry[1] !== undefined);

/** Endpoints whose path ends with the name of a stored file. If the name has the wrong format, the file is simply not found. */
const namesAreLookedUp = [
  '/public/users/{file}',
  '/public/site/{file}',
  '/public/accent/{file}',
  '/public/forum/{file}',
];

/** Paths of the strings in a schema that have no length limit. */
const unboundedTexts = (schema: JsonSchema, at: string): string[] => {
  const inner = [
    ...Object.entries(schema.properties ?? {}).map(([key, part]) => [part, `${at}.${key}`] as const),
    ...[...(schema.anyOf ?? []), ...(schema.allOf ?? [])].map((part) => [part, at] as const),
    ...(schema.items ? [[schema.items, `${at}[]`] as const] : []),
  ];
  const own =
    schema.type === 'string' &&
    [schema.maxLength, schema.pattern, schema.enum, schema.const].every((bound) => bound === undefined)
      ? [at]
      : [];
  return [...own, ...inner.flatMap(([part, place]) => unboundedTexts(part, place))];
};

describe('unboundedTexts', () => {
  it('finds unbounded strings', () => {
    const schema = toJson(z.object({ open: z.string(), list: z.array(z.string()), short: z.string().max(3) }));
    expect(unboundedTexts(schema, 'body')).toEqual(['body.open', 'body.list[]']);
  });
});

describe('OpenAPI', () => {
  it('rejects dates and transforms, so that the check below can fail', () => {
    expect(() => toJson(z.date())).toThrow();
    expect(() => z.toJSONSchema(z.string().transform(Number), { unrepresentable: 'throw' })).toThrow();
  });
});

it('finds endpoints to check', () => {
  expect(declaredEndpoints.length).toBeGreaterThanOrEqual(15);
});

describe.each(declaredEndpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s',
  (_name, endpoint) => {
    it('has a readable summary and fallback', () => {
      expect(endpoint.summary).toMatch(/^[A-Z].*\.$/s);
      expect(endpoint.fallback).toMatch(/^[A-Z].{4,}/);
      expect(endpoint.fallback).not.toMatch(/undefined|null|Error:/);
    });

    it('can be expressed as JSON schema without transforms or dates', () => {
      for (const [, schema] of requestSchemas(endpoint)) {
        expect(toJson(schema)).toBeTypeOf('object');
        z.toJSONSchema(schema, { unrepresentable: 'throw', io: 'output' });
      }
      if (endpoint.reply) z.toJSONSchema(endpoint.reply, { unrepresentable: 'throw', io: 'output' });
    });

    it('rejects unknown keys and limits every string', () => {
      for (const [part, schema] of requestSchemas(endpoint)) {
        const json = toJson(schema);
        const object = json.anyOf?.find(({ type }) => type === 'object') ?? json;
        // File links may get extra query parameters from mail programs and trackers. The router limits the length of paths.
        if (part !== 'query' || endpoint.reply) expect(object.additionalProperties, part).toBe(false);
        if (part !== 'params') expect(unboundedTexts(json, part)).toEqual([]);
      }
    });

    it('declares exactly the parameters of its path', () => {
      const named = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(Object.keys(endpoint.params?.shape ?? {}).sort()).toEqual(named.sort());
      if (namesAreLookedUp.includes(endpoint.path)) return;
      for (const part of Object.values(toJson(endpoint.params ?? z.strictObject({})).properties ?? {}))
        expect(
          part.pattern ?? part.enum ?? part.allOf,
          'matched by a pattern before it reaches the database',
        ).toBeDefined();
    });

    it('has a body, status and reply that fit its method', () => {
      if (endpoint.method === 'GET') {
        expect(endpoint.body).toBeUndefined();
        expect(endpoint.status ?? 200).toBe(200);
      }
      if (endpoint.status === 204) expect(endpoint.reply).toBeNull();
    });

    it('lists each problem once, and no server error except a full disk', () => {
      const { problems = [] } = endpoint;
      expect(new Set(problems).size).toBe(problems.length);
      for (const code of problems) expect(code === 'STORAGE_FULL' || problemOf(code).status < 500, code).toBe(true);
    });
  },
);

describe('the problem list', () => {
  it('has a status and a message for each code', () => {
    for (const code of problemCodes) {
      expect(code).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
      expect(problemOf(code).status).toBeGreaterThanOrEqual(400);
      expect(problemOf(code).message).toMatch(/^[A-Z].{7,}/);
    }
  });
});
