// The API document and the developers page cover the whole contract and nothing else.
import { gunzipSync } from 'node:zlib';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ApiGroup, ApiGuide } from '#contract/developers/api.ts';
import { timestamp, uuid } from '#contract/http.ts';
import { problemOf } from '#contract/problems.ts';
import { standardLimits } from '#server/kit/rate-limits/rate-limits.ts';
import { contractModules, declaredEndpoints } from '#server/platform/contract-calls.ts';
import { startTestApp, type TestApp } from '#test/harness/harness.ts';
import { readSources } from '#test/repository/source-files.ts';
import { catalogue, firstCalls, groupedModules, groups } from './catalogue.ts';
import { askedHeaders, toldHeaders } from './headers.ts';
import { schemaOfInput } from './json-schema.ts';
import { limitOf, ownLimits } from './limits.ts';
import { exampleOf, notate } from './notation.ts';
import { buildOpenApi, signatureSchemes } from './openapi.ts';

type Operation = {
  operationId: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters?: { name: string; in: string; required: boolean; schema: object }[];
  requestBody?: { required: boolean; content: Record<string, { schema?: { properties?: object } }> };
  responses: Record<string, { description?: string; content?: Record<string, { schema: object }>; $ref?: string }>;
};
type Document = {
  servers: { url: string }[];
  info: { version: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
};

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.stop());

const fetchDocument = (headers: Record<string, string> = {}) =>
  test.call({ method: 'GET', url: '/api/openapi.json', headers });

const site = { siteName: 'Helix', version: '1.2.3', url: 'https://helix.example', limits: standardLimits };
const document = buildOpenApi(site) as unknown as Document;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ place: `${method.toUpperCase()} ${path}`, operation })),
);
const operation = (id: string): Operation => {
  const found = operations.find((one) => one.operation.operationId === id);
  if (!found) throw new Error(`no ${id}`);
  return found.operation;
};

describe('the catalogue', () => {
  it('contains every call of the contract once, under a unique name', () => {
    const placeOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
    expect(catalogue.map(placeOf).sort()).toEqual(declaredEndpoints.map(placeOf).sort());
    expect(new Set(catalogue.map(({ id }) => id)).size).toBe(catalogue.length);
    expect(new Set(catalogue.map(placeOf)).size).toBe(catalogue.length);
  });

  it('groups by names of contract modules', () => {
    expect(groupedModules.filter((start) => !contractModules.some(({ name }) => name.startsWith(start)))).toEqual([]);
    expect(new Set(groupedModules).size).toBe(groupedModules.length);
  });

  it('contains every call named in a table or in the guide', () => {
    const guide = readSources(['client/features/developers/components/api-guide.tsx'])[0]?.text ?? '';
    const named = {
      ownLimits: Object.keys(ownLimits),
      askedHeaders: Object.keys(askedHeaders),
      toldHeaders: Object.keys(toldHeaders),
      signatureSchemes: Object.keys(signatureSchemes),
      firstCalls: Object.entries(firstCalls).flatMap(([group, ids]) => ids.map((id) => `${group}/${id}`)),
      guide: [...guide.matchAll(/groupPath\('(\w+)', '(\w+)'\)/g)].map(([, group, id]) => `${group}/${id}`),
    };
    const known = new Set(catalogue.flatMap(({ id, group }) => [id, `${group}/${id}`]));
    for (const [table, names] of Object.entries(named)) {
      expect(names.length, table).toBeGreaterThan(0);
      expect(
        names.filter((name) => !known.has(name)),
        table,
      ).toEqual([]);
    }
  });

  it('keeps admin-only calls separate', () => {
    for (const { access, group, id } of catalogue)
      expect(['administration', 'toolbox'].includes(group), id).toBe(access === 'admin');
    expect(groups.filter(({ calls }) => calls.length === 0)).toEqual([]);
  });

  it('starts each group with the calls most clients need', () => {
    const ids = (id: string) => groups.find((group) => group.id === id)?.calls.map((call) => call.id) ?? [];
    expect(ids('resources').slice(0, 3)).toEqual(['listResources', 'getResource', 'listResourceFiles']);
    expect(ids('resources').at(-1)).toBe('drawWords');
    expect(ids('accounts')[0]).toBe('getMe');
  });

  it('declares what every call without JSON sends', () => {
    const silent = catalogue.filter(
      ({ reply, status, sends, method, id }) =>
        reply === null && status !== 204 && !sends && method !== 'HEAD' && id !== 'createUploadSession',
    );
    expect(silent.map(({ id }) => id)).toEqual([]);
    expect(catalogue.filter(({ reply, sends }) => reply !== null && sends).map(({ id }) => id)).toEqual([]);
  });

  it('declares what fuzzing found missing: a second status, files of any type, an unknown part of the sitemap', () => {
    const { paths } = document;
    for (const path of ['/api/requests', '/api/forum/reactions']) {
      const responses = paths[path]?.post?.responses;
      expect(responses?.['200']?.content, path).toBeDefined();
      expect(responses?.['200']?.content, path).toEqual(responses?.['201']?.content);
    }
    expect(Object.keys(paths['/direct-download/{id}']?.get?.responses['200']?.content ?? {})).toEqual(['*/*']);
    expect(JSON.stringify(paths['/sitemap.xml']?.get?.responses['404']?.content)).toContain('"NOT_FOUND"');
  });
});

describe('the document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(document));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(validator.version).toBe('3.1');
    // Sanity check: the validator rejects an invalid document.
    const broken = structuredClone(document) as { paths: Record<string, unknown> };
    broken.paths['/broken'] = { get: { responses: { many: {} } } };
    expect((await new Validator().validate(broken)).valid).toBe(false);
  });

  it('contains everything it refers to', () => {
    const refs = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)];
    expect(refs.length).toBeGreaterThan(50);
    const all = JSON.stringify(document).match(/"\$ref"/g) ?? [];
    expect(refs).toHaveLength(all.length);
    const { components } = document as unknown as { components: Record<string, Record<string, object>> };
    for (const [, kind = '', name = ''] of refs) expect(components[kind]?.[name], `${kind}/${name}`).toBeDefined();
  });

  it('has every declared call with its operationId, group and success response', () => {
    expect(operations.map(({ place }) => place).sort()).toEqual(
      declaredEndpoints.map(({ method, path }) => `${method} ${path}`).sort(),
    );
    for (const { operation: one, place } of operations) {
      expect(one.tags, place).toHaveLength(1);
      expect(
        Object.keys(one.responses).some((status) => Number(status) < 400),
        place,
      ).toBe(true);
    }
  });

  it('lists every declared error of a call under its status', () => {
    for (const { id, problems = [] } of catalogue) {
      const { responses } = operation(id);
      for (const code of problems)
        expect(responses[String(problemOf(code).status)]?.description, `${id} ${code}`).toContain(`${code}: `);
    }
  });

  it('declares who may call: with a session, a scoped token, the toolbox token, a signature, or anyone', () => {
    expect(operation('createThread').security).toEqual([{ session: [] }, { personalToken: ['forum'] }]);
    expect(operation('getResource').security).toEqual([{}, { session: [] }, { personalToken: ['read'] }]);
    expect(operation('createToken').security).toEqual([{ session: [] }]);
    expect(operation('listServers').security).toEqual([{ toolboxToken: ['toolbox'] }]);
    expect(operation('receiveInteraction').security).toEqual([{ discordSignature: [], discordTimestamp: [] }]);
    expect(operation('getStats').security).toEqual([{}]);
    expect(operation('createThread').responses['403']?.description).toContain('TOKEN_SCOPE');
    // These endpoints parse their own request bodies.
    for (const id of ['createUploadSession', 'receiveInteraction'])
      expect(operation(id).responses['400']?.description).toContain('BAD_INPUT');
  });

  it('has parameters, forms, media types and headers', () => {
    expect(operation('getPost').parameters).toEqual([
      { name: 'id', in: 'path', required: true, schema: expect.objectContaining({ format: 'uuid' }) },
    ]);
    const form = operation('sendUploadFile').requestBody?.content['multipart/form-data'];
    expect(Object.keys(form?.schema?.properties ?? {})).toEqual(expect.arrayContaining(['title', 'file', 'thumbnail']));
    expect(operation('continueUploadSession').requestBody?.content).toHaveProperty('application/offset+octet-stream');
    expect(operation('exportUsers').responses['200']?.content).toHaveProperty('text/csv');
    expect(operation('beginGoogle').responses).toHaveProperty('302');
    for (const id of ['sendDownload', 'sendUploadDownload'])
      expect(operation(id).responses).toMatchObject({ 302: { headers: { Location: {} } }, 200: {} });
    expect(operation('askUploadSession').parameters).toContainEqual(
      expect.objectContaining({ name: 'Tus-Resumable', in: 'header', required: true }),
    );
    expect(operation('listSavedItems').responses['200']).toMatchObject({ headers: { 'X-Total-Count': {} } });
    expect(operation('completeUploadSession').requestBody?.required).toBe(false);
  });

  it('names shared schemas once', () => {
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['ResourceCard', 'Post', 'Account', 'Problem']),
    );
    expect(operation('getMe').responses['200']?.content?.['application/json']?.schema).toEqual({
      $ref: '#/components/schemas/Account',
    });
  });

  it('is sent compressed, with an ETag, and with the site’s URL and name', async () => {
    const reply = await fetchDocument({ 'accept-encoding': 'gzip' });
    expect(reply.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-encoding': 'gzip',
    });
    const sent = JSON.parse(gunzipSync(reply.rawPayload).toString()) as Document;
    expect(sent.servers).toEqual([{ url: 'http://localhost:3000' }]);
    expect(sent.info).toMatchObject({ title: 'Helix Resource Platform API', version: expect.stringMatching(/^\d/) });
    expect((await fetchDocument()).json<Document>().paths).toEqual(sent.paths);
    const tag = String(reply.headers.etag);
    expect((await fetchDocument({ 'accept-encoding': 'gzip', 'if-none-match': tag })).statusCode).toBe(304);
    // The document describes about 240 endpoints with their schemas, but a client only fetches it once.
    expect(reply.rawPayload.length).toBeLessThan(60_000);
  });
});

describe('the data of the page', () => {
  const get = async <T>(url: string): Promise<T> => (await test.call({ method: 'GET', url })).json<T>();

  it('has an entry for each call, and each group in full', async () => {
    const guide = await get<ApiGuide>('/api/developers');
    expect(guide.groups.flatMap(({ lines }) => lines.map(({ id }) => id)).sort()).toEqual(
      catalogue.map(({ id }) => id).sort(),
    );
    for (const { id, calls } of guide.groups) {
      const group = await get<ApiGroup>(`/api/developers/${id}`);
      expect(group.calls, id).toHaveLength(calls);
      for (const call of group.calls) expect(call.curl).toContain('http://localhost:3000/');
    }
  });

  it('returns 404 for an unknown group, and 400 for an invalid name', async () => {
    expect((await test.call({ method: 'GET', url: '/api/developers/none' })).statusCode).toBe(404);
    expect((await test.call({ method: 'GET', url: '/api/developers/No%20one' })).statusCode).toBe(400);
  });

  it('has a curl command to copy, without anyone’s token', async () => {
    const { calls } = await get<ApiGroup>('/api/developers/forum');
    expect(calls.find(({ id }) => id === 'createPost')?.curl).toBe(
      [
        'curl -H "Authorization: Bearer $HELIX_TOKEN"',
        "-H 'Content-Type: application/json'",
        `-d '{"threadId":"00000000-0000-4000-8000-000000000000","content":"…"}'`,
        '"http://localhost:3000/api/forum/posts"',
      ].join(' \\\n  '),
    );
  });

  it('writes schemas in a TypeScript-like notation', () => {
    const shape = z.strictObject({
      id: uuid,
      at: timestamp.nullable(),
      tags: z.array(z.string().max(30)).max(20).optional(),
      people: z.array(z.object({ role: z.enum(['USER', 'ADMIN']), bio: z.string().nullable() })),
      kind: z.enum(Array.from({ length: 12 }, (_, index) => `kind number ${index}`)),
    });
    const text = notate(schemaOfInput(shape), '', true);
    expect(text.split('\n')).toEqual([
      '{',
      '  id: uuid',
      '  at: time | null',
      '  tags?: (string (at most 30))[] (at most 20)',
      '  people: {',
      "    role: 'USER' | 'ADMIN'",
      '    bio: string | null',
      '  }[]',
      '  kind:',
      ...text.split('\n').slice(9, -1),
      '}',
    ]);
    for (const line of text.split('\n').slice(9, -1)) expect(line).toMatch(/^ {4}\| 'kind number \d+'/);
    expect(exampleOf(schemaOfInput(shape))).toEqual({
      id: '00000000-0000-4000-8000-000000000000',
      at: '2026-12-01T12:00:00.000Z',
      people: [],
      kind: 'kind number 0',
    });
  });

  it('describes rate limits in words', () => {
    expect(limitOf('createThread', standardLimits)).toBe('5 per hour and 20 per day');
    expect(limitOf('makeSelection', standardLimits)).toBe('30 per 10 minutes and 300 per day');
    expect(limitOf('getStats', standardLimits)).toBeNull();
  });
});
