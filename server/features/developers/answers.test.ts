// Sends malformed requests as several users and checks that the API document covers every response: status, code and media type.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { standardLimits } from '#server/kit/rate-limits/rate-limits.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { type CataloguedCall, catalogue } from './catalogue.ts';
import { buildOpenApi } from './openapi.ts';

type Answer = { content?: Record<string, unknown>; $ref?: string };
type Document = {
  paths: Record<string, Record<string, { responses: Record<string, Answer> }>>;
  components: { responses: Record<string, Answer> };
};

const facts = { siteName: 'Helix', version: '1.2.3', url: 'https://helix.example', limits: standardLimits };
const document = buildOpenApi(facts) as unknown as Document;

let test: TestApp;
let people: (Person | undefined)[];
beforeAll(async () => {
  test = await startTestApp({ env: { TOOLBOX_NETWORKS: '127.0.0.0/8' } });
  people = [undefined, await test.addPerson('leaker'), await test.addPerson('admin')];
});
afterAll(() => test.stop());

const NOBODY = '3f2b1c9e-8d47-4a6b-9c1d-2e5f7a8b9c0d';
/** Well-formed values for path parameters; parameters not listed here are ids. */
const values: Record<string, string> = {
  username: 'nobody',
  author: 'nobody',
  slug: 'faq',
  group: 'forum',
  file: 'none',
};

/** Endpoints that would log out the users of this test. */
const ends = ({ id }: CataloguedCall): boolean => /^(?:logout|end.*Sessions?|signOut.*)$/i.test(id);

const urlsOf = ({ path }: CataloguedCall): string[] => [
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? NOBODY),
  `${path.replaceAll(/\{\w+\}/g, '%20~')}?page=x&limit=-1`,
];

const JSON_TYPE = { 'content-type': 'application/json' };
const asks = [
  {},
  { payload: {} },
  { payload: 'text', headers: { 'content-type': 'text/plain' } },
  { payload: '{bad', headers: JSON_TYPE },
];

/** The part of a response that the document does not cover; null if it covers everything. */
const unsaid = (call: CataloguedCall, reply: { statusCode: number; body: string; type: string }): string | null => {
  const said = document.paths[call.path]?.[call.method.toLowerCase()]?.responses[reply.statusCode];
  const name = said?.$ref?.split('/').at(-1);
  const answer = name === undefined ? said : document.components.responses[name];
  const place = `${call.method} ${call.path} ${reply.statusCode}`;
  if (!answer) return `${place} ${reply.body.slice(0, 100)}`;
  if (reply.type === 'application/problem+json') {
    const { code } = JSON.parse(reply.body) as { code: string };
    return JSON.stringify(answer.content).includes(`"${code}"`) ? null : `${place} ${code}`;
  }
  const types = Object.keys(answer.content ?? {});
  const isSaid = types.some((type) => type === reply.type || reply.type.startsWith(type.replace(/\*$/, '')));
  return reply.body === '' || isSaid ? null : `${place} ${reply.type}`;
};

describe('responses to malformed calls', () => {
  it.each(catalogue.filter((call) => !ends(call)).map((call) => [call.id, call] as const))('%s', async (_id, call) => {
    const odd = new Set<string>();
    const isSafe = call.method === 'GET' || call.method === 'HEAD';
    for (const person of people)
      for (const url of urlsOf(call))
        for (const ask of isSafe ? [{}] : asks) {
          const reply = await test.call({ method: call.method, url, ...ask }, person);
          const type = String(reply.headers['content-type'] ?? '').split(';')[0] ?? '';
          const { statusCode, body } = reply;
          const problem = call.method === 'HEAD' ? null : unsaid(call, { statusCode, body, type });
          if (problem) odd.add(problem);
        }
    expect([...odd]).toEqual([]);
  });
});
