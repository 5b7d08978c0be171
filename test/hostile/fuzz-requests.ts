// Changes that the fuzzer makes to requests from the access scenarios. A plan describes such a change. It is chosen before the
// request is known, so that the plan can be printed, replayed from its seed, and shrunk.
import fc from 'fast-check';
import type { InjectOptions } from 'fastify';
import type { JsonSchema } from '#server/features/developers/json-schema.ts';
import { arbitraryOf, hostileKey, hostileValue, type Known } from './fuzz-values.ts';
import { encodeHostile } from './hostile-inputs.ts';

export type Operation = {
  operationId: string;
  method: string;
  path: string;
  parameters?: { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: JsonSchema }[];
  requestBody?: { content: Record<string, { schema?: JsonSchema }> };
  responses: Record<string, { $ref?: string; content?: Record<string, { schema?: JsonSchema }> }>;
};

export type Plan =
  | { kind: 'as it is' }
  /** Replaces all input with values generated from the schemas. */
  | { kind: 'schema'; body: unknown; query: Record<string, unknown> }
  /** Replaces one value in the body. */
  | { kind: 'field'; at: number; value: unknown }
  | { kind: 'left out'; at: number }
  | { kind: 'unknown key'; key: string; value: unknown }
  | { kind: 'query'; at: number; key: string; value: unknown; twice: boolean }
  | { kind: 'path'; at: number; value: unknown }
  | { kind: 'body'; text: string; type: string | null }
  | { kind: 'headers'; headers: Record<string, string> };

/** A request to send, and all strings in it that the response may echo. */
export type Fuzzed = { request: InjectOptions; sent: string[]; pathChanged: boolean };

const JSON_TYPE = 'application/json';
const schemaOfBody = ({ requestBody }: Operation): JsonSchema | undefined => requestBody?.content[JSON_TYPE]?.schema;

const oddBodies: readonly string[] = [
  ...[
    '',
    ' ',
    'null',
    '[]',
    '{}',
    '""',
    '0',
    'tru',
    '{',
    '{"a":1,}',
    '{"a":1}{"a":2}',
    "{'a':1}",
    '\ufeff{}',
    '{"a":NaN}',
  ],
  ...['{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"x":1}}}', '{"a":"\\ud800"}', '{"a":"\\u0000"}'],
  ...[
    '['.repeat(10_000),
    `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`,
    `{"a":"${'x'.repeat(70_000)}"}`,
    'a=1&b=2',
    '\0\0\0',
  ],
];
const oddTypes: readonly (string | null)[] = [
  ...[
    null,
    JSON_TYPE,
    'application/json; charset=utf-16',
    'application/json;;',
    'text/plain',
    'application/xml',
    'a/b',
  ],
  ...[
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'application/octet-stream',
  ],
  ...['application/offset+octet-stream', 'APPLICATION/JSON', 'application/json, text/html', ' ', 'a'.repeat(500)],
];
const oddHeaders: readonly Record<string, string>[] = [
  ...['*/*;q=0', 'text/html', 'text/html, */*', 'image/avif', ';;;', 'a/b;q=x', 'x'.repeat(4000)].map((accept) => ({
    accept,
  })),
  ...['gzip;q=0', 'br;q=2,*', 'identity;q=0, *;q=0', 'x'.repeat(2000)].map((value) => ({ 'accept-encoding': value })),
  ...['bytes=0-', 'bytes=-1', 'bytes=5-1', 'bytes=0-0,2-3', 'bytes=99999999999999999999-', 'lines=1-2'].map(
    (range) => ({ range }),
  ),
  ...['*', '"x"', 'W/"x"', '"x', '"a",'.repeat(500)].map((value) => ({ 'if-none-match': value })),
  ...['*', '"x"', 'W/"x"'].map((value) => ({ 'if-match': value })),
  ...['Thu, 01 Jan 1970 00:00:00 GMT', 'tomorrow', '99999999999999'].map((value) => ({ 'if-modified-since': value })),
  ...['token=', 'token=x; token=y', 'theme=<x>; device=%00; second_factor=%', '=;;=', 'a'.repeat(4000)].map(
    (cookie) => ({ cookie }),
  ),
  ...['Basic Og==', 'Bearer', 'Bearer  x y', 'Bearer helix_x', `Bearer ${'x'.repeat(4000)}`].map((authorization) => ({
    authorization,
  })),
  ...['chunked, gzip', 'PUT', '127.0.0.1, ::1, x', '::ffff:1.2.3.4'].map((value) => ({
    'x-forwarded-for': value,
    'x-http-method-override': value,
  })),
  ...['-1', '1e9', '99999999999999999999', 'x', ''].map((value) => ({
    'upload-length': value,
    'upload-offset': value,
    'tus-resumable': value,
  })),
  ...['path', 'path ====', 'path YQ==,path Yg==', `path ${'A'.repeat(5000)}`].map((value) => ({
    'upload-metadata': value,
  })),
  { 'user-agent': '' },
  { 'user-agent': `<script>${'x'.repeat(2000)}` },
  { 'accept-language': 'x'.repeat(3000) },
  { referer: 'javascript:alert(1)' },
  { expect: '100-continue' },
];

export function planOf(operation: Operation, known: Known): fc.Arbitrary<Plan> {
  const body = schemaOfBody(operation);
  const parameters = operation.parameters ?? [];
  const queries = parameters.filter((parameter) => parameter.in === 'query');
  const at = fc.nat(1000);
  const kind = <K extends Plan['kind']>(name: K) => fc.constant(name);
  const query = fc.record(Object.fromEntries(queries.map(({ name, schema }) => [name, arbitraryOf(schema, known)])), {
    requiredKeys: queries.filter(({ required }) => required).map(({ name }) => name),
  });
  const ofBody: fc.Arbitrary<Plan>[] = [
    fc.record({ kind: kind('field'), at, value: hostileValue }),
    fc.record({ kind: kind('field'), at, value: hostileValue }),
    fc.record({ kind: kind('left out'), at }),
    fc.record({ kind: kind('unknown key'), key: hostileKey, value: hostileValue }),
  ];
  const ofQuery = fc.record({
    kind: kind('query'),
    at,
    key: fc.oneof(hostileKey, fc.constantFrom('page', 'limit', 'sort', '_')),
    value: hostileValue,
    twice: fc.boolean(),
  });
  const writes = operation.method !== 'GET' && operation.method !== 'HEAD';
  return fc.oneof(
    fc.record({ kind: kind('as it is') }),
    ...(body || queries.length > 0
      ? [fc.record({ kind: kind('schema'), body: body ? arbitraryOf(body, known) : fc.constant(undefined), query })]
      : []),
    ...(body || operation.requestBody ? ofBody : []),
    ofQuery,
    ...(queries.length > 0 ? [ofQuery] : []),
    ...(parameters.some((parameter) => parameter.in === 'path')
      ? [fc.record({ kind: kind('path'), at, value: hostileValue })]
      : []),
    ...(writes
      ? [fc.record({ kind: kind('body'), text: fc.constantFrom(...oddBodies), type: fc.constantFrom(...oddTypes) })]
      : []),
    fc.record({ kind: kind('headers'), headers: fc.constantFrom(...oddHeaders) }),
  );
}

type Path = (string | number)[];

/** Paths of all values inside a JSON document. */
const placesIn = (value: unknown, path: Path = []): Path[] => {
  if (typeof value !== 'object' || value === null) return path.length > 0 ? [path] : [];
  const inner = Object.entries(value).flatMap(([key, part]) =>
    placesIn(part, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return path.length > 0 ? [path, ...inner] : inner;
};

const without = Symbol('without');

/** A copy of a document in which the value at one path is replaced or removed. */
const replaceAt = (document: unknown, [key, ...rest]: Path, value: unknown): unknown => {
  if (key === undefined) return value;
  if (Array.isArray(document)) {
    const copy = [...document];
    if (rest.length === 0 && value === without) copy.splice(Number(key), 1);
    else copy[Number(key)] = replaceAt(copy[Number(key)], rest, value);
    return copy;
  }
  const copy = { ...(document as Record<string, unknown>) };
  if (rest.length === 0 && value === without) delete copy[key];
  else copy[key] = replaceAt(copy[key], rest, value);
  return copy;
};

/** Serialises JSON with one extra key. Even a key named __proto__ is included. */
const withKey = (document: unknown, key: string, value: unknown): string => {
  const text = JSON.stringify(typeof document === 'object' && document !== null ? document : {});
  const own = `${JSON.stringify(key)}:${JSON.stringify(value)}`;
  return text === '{}' ? `{${own}}` : `${text.slice(0, -1)},${own}}`;
};

const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => [key, ...textsIn(part)]);
};

const LONGEST_URL = 4000;

/** Applies a plan to a request. A plan that doesn't fit the request leaves it unchanged. */
export function applyPlan(plan: Plan, base: InjectOptions, operation: Operation): Fuzzed {
  const url = String(base.url);
  const [path = '', search = ''] = url.split(/\?(.*)/s);
  const sent = textsIn(plan);
  const isJson = typeof base.payload === 'object' && base.payload !== null && !Buffer.isBuffer(base.payload);
  const whole = { request: base, sent, pathChanged: false };
  const withBody = (payload: string, type: string | null = JSON_TYPE): Fuzzed => {
    const { 'content-type': _type, ...headers } = (base.headers ?? {}) as Record<string, string>;
    return {
      ...whole,
      request: { ...base, payload, headers: { ...headers, ...(type === null ? {} : { 'content-type': type }) } },
    };
  };
  const withUrl = (next: string, pathChanged = false): Fuzzed =>
    next.length > LONGEST_URL ? whole : { ...whole, pathChanged, request: { ...base, url: next } };

  if (plan.kind === 'schema') {
    const pairs = Object.entries(plan.query).map(
      ([key, value]) => `${encodeHostile(key)}=${encodeHostile(asText(value))}`,
    );
    const addressed = pairs.length > 0 ? withUrl(`${path}?${pairs.join('&')}`) : whole;
    if (plan.body === undefined) return addressed;
    const bodied = withBody(JSON.stringify(plan.body));
    return { ...bodied, request: { ...bodied.request, url: addressed.request.url ?? url } };
  }
  if (plan.kind === 'field' || plan.kind === 'left out') {
    const places = isJson ? placesIn(base.payload) : [];
    const place = places[plan.at % Math.max(1, places.length)];
    if (!place) return whole;
    return withBody(JSON.stringify(replaceAt(base.payload, place, plan.kind === 'field' ? plan.value : without)));
  }
  if (plan.kind === 'unknown key') return isJson ? withBody(withKey(base.payload, plan.key, plan.value)) : whole;
  if (plan.kind === 'query') {
    const named = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query').map(({ name }) => name);
    const key = plan.at % 2 === 0 && named.length > 0 ? (named[plan.at % named.length] ?? plan.key) : plan.key;
    const pair = `${encodeHostile(key)}=${encodeHostile(asText(plan.value))}`;
    const kept = search.split('&').filter((part) => part !== '' && !part.startsWith(`${encodeHostile(key)}=`));
    return withUrl(`${path}?${[...kept, pair, ...(plan.twice ? [pair] : [])].join('&')}`);
  }
  if (plan.kind === 'path') {
    const names = operation.path.split('/');
    const places = names.flatMap((name, index) => (name.startsWith('{') ? [index] : []));
    const parts = path.split('/');
    const place = places[plan.at % Math.max(1, places.length)];
    if (place === undefined || parts.length !== names.length) return whole;
    const value = encodeHostile(asText(plan.value));
    // An empty path segment would match a different endpoint.
    if (value === '') return whole;
    parts[place] = value;
    return withUrl(parts.join('/') + (search ? `?${search}` : ''), true);
  }
  if (plan.kind === 'body') return withBody(plan.text, plan.type);
  if (plan.kind === 'headers') return { ...whole, request: { ...base, headers: { ...base.headers, ...plan.headers } } };
  return whole;
}
