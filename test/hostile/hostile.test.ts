// Hostile inputs for all kinds of fields on the site, sent to the real application.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { passwords } from '#server/kit/security/passwords.ts';
import { startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { encodeHostile, expectHarmless, type HostileCase, hostileCases, literals } from './hostile-inputs.ts';

let test: TestApp;
let resource = '';
let total = 0;

beforeAll(async () => {
  test = await startTestApp();
  const leaker = await test.addPerson('leaker', { username: 'lea' });
  resource = await addResource(test, { authorId: leaker.id, title: 'A page=1 & b', tags: ['a'] });
  await addResource(test, { authorId: leaker.id, title: 'Not yet', status: 'PENDING' });
  total = await visible('');
});
afterAll(() => test.stop());

const get = (url: string, accept = '*/*') => test.call({ method: 'GET', url, headers: { accept } });
const visible = async (query: string): Promise<number> =>
  (await get(`/api/resources?${query}`)).json<{ pagination: { total: number } }>().pagination.total;

const login = (payload: unknown) =>
  test.call({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'content-type': 'application/json' },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });

const named = (cases: readonly HostileCase[]) =>
  cases.map((found) => [`${found.id} ${JSON.stringify(found.input).slice(0, 60)}`, found] as const);

/** Input classes that have tests; hostile-cases.test.ts lists the tests. */
const sent = [
  ...[
    'email | malformed',
    'email | duplicate-identity',
    'username | reserved',
    'username | syntax',
    'username | confusable',
    'username | derived-from-email',
  ],
  ...[
    'password | policy',
    'password | must-accept',
    'password | abuse',
    'markdown | xss',
    'markdown | parser-cost',
    'text | unicode-db',
    'text | length-boundaries',
    'socket | protocol',
    'url | ssrf',
    'url | fetch-abuse',
  ],
  ...['url | open-redirect', 'filename | path-and-header', 'tags | list', 'search | query', 'id | path', 'json | body'],
  ...[
    'http | content-type',
    'http | multipart',
    'http | framing',
    'http | range',
    'http | auth-token',
    'toolbox | ssh-fields',
    'csv-log | injection',
    'filecontent | upload',
    'slow | slowloris',
  ],
];

it('covers every kind of input', () => {
  const kinds = [...new Set(hostileCases.map((found) => `${found.kind} | ${found.class}`))];
  expect(kinds.sort()).toEqual([...sent].sort());
});

describe('any text in any URL', () => {
  const texts = hostileCases.filter(({ how }) => how === 'literal');
  const places: [string, (text: string) => string][] = [
    ...['search', 'tag', 'editor', 'category', 'sort', 'page', 'limit', '_'].map(
      (key): [string, (text: string) => string] => [
        `/api/resources?${key}=`,
        (text) => `/api/resources?${key}=${text}`,
      ],
    ),
    ['a key', (text) => `/api/resources?${text}=1`],
    ['/api/leaks?limit=', (text) => `/api/leaks?limit=${text}`],
    ['/api/elements/', (text) => `/api/elements/${text}`],
    ['/api/users/{}/avatar', (text) => `/api/users/${text}/avatar`],
    ['/api/ad-offer?destination=', (text) => `/api/ad-offer?destination=${text}`],
    ['/api/ad-offer?filename=', (text) => `/api/ad-offer?destination=/direct-download/${resource}&filename=${text}`],
    ['download-url?file=', (text) => `/api/resources/${resource}/download-url?file=${text}`],
    ['/direct-download?file=', (text) => `/direct-download/${resource}?file=${text}`],
    ['/direct-download?ticket=', (text) => `/direct-download/${resource}?ticket=${text}`],
    ['/public/users/', (text) => `/public/users/${text}`],
  ];

  it.each(places)(
    '%s',
    async (_name, address) => {
      for (const { id, input } of texts) {
        const url = address(encodeHostile(input));
        if (url.length > 4096) continue;
        expectHarmless(await get(url), `${id} at ${url.slice(0, 200)}`, input);
      }
    },
    60_000,
  );
});

describe('search', () => {
  it.each(named(literals('search')))('%s never finds hidden resources', async (_name, { input }) => {
    const started = performance.now();
    for (const query of [`search=${encodeHostile(input)}`, input.includes('=') ? encodeURI(input) : '']) {
      const reply = await get(`/api/resources?${query}`);
      expect([200, 400]).toContain(reply.statusCode);
      if (reply.statusCode === 200) expect(reply.json().pagination.total).toBeLessThanOrEqual(total);
      else expect(reply.json()).toMatchObject({ code: 'BAD_INPUT', fields: expect.any(Object) });
    }
    expect(performance.now() - started).toBeLessThan(2000);
  });

  it.each(
    [...literals('search', 'query'), ...literals('text')].filter(
      ({ input }) => input.includes('\0') || !input.isWellFormed(),
    ),
  )('rejects NUL and lone surrogates: $id', async ({ input }) => {
    const reply = await get(`/api/resources?search=${encodeHostile(input)}`);
    if (input.includes('\0')) expect(reply.statusCode).toBe(400);
    else expect([200, 400]).toContain(reply.statusCode);
  });

  it('rejects repeated and unknown keys, and values that are too long', async () => {
    for (const query of [
      'search=a&search=b',
      'fields=passwordHash',
      'search[]=a',
      `search=${'a'.repeat(201)}`,
      '__proto__=1',
      'constructor=1',
    ])
      expect((await get(`/api/resources?${query}`)).statusCode, query.slice(0, 40)).toBe(400);
    // A rejection must always name the field. Fuzzing once found one that did not.
    const { fields } = (await get('/api/resources?__proto__=1')).json<{ fields: Record<string, string> }>();
    expect(fields).toEqual({ body: 'Unknown field.' });
    expect((await get('/api/resources?_=123')).statusCode).toBe(200);
  });
});

describe('ids', () => {
  const addresses = [
    '/api/resources/{}',
    '/api/resources/{}/files',
    '/api/resources/{}/stage',
    '/api/resources/{}/download-url',
    '/direct-download/{}',
    '/resources/{}',
    '/download/{}',
  ];

  it.each(named(literals('id')))('%s gives 400 or 404', async (_name, { input }) => {
    for (const address of addresses) {
      for (const text of [encodeHostile(input), encodeURI(input).replaceAll('%25', '%')]) {
        const url = address.replace('{}', text);
        // Every client that parses URLs resolves `%2e%2e` to the parent path.
        if (new URL(url, 'http://localhost').pathname === '/') continue;
        const reply = await get(url, address.startsWith('/api') ? '*/*' : 'text/html');
        expect([400, 404], url).toContain(reply.statusCode);
      }
    }
  });
});

describe('usernames', () => {
  const impossible = [...literals('username', 'syntax'), ...literals('username', 'confusable')];

  it.each(named([...impossible, ...literals('username', 'reserved')]))(
    '%s has no profile picture',
    async (_name, { input }) => {
      const reply = await get(`/api/users/${encodeHostile(input)}/avatar`);
      // The status is 404 for a name that belongs to no account, and 400 for a stray `%`, which can't be decoded.
      expect([400, 404], input).toContain(reply.statusCode);
    },
  );
});

describe('login', () => {
  it.each(named(literals('email', 'malformed')))('the email %s is malformed', async (_name, { input }) => {
    const reply = await login({ email: input, password: 'some password' });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ code: 'BAD_INPUT', fields: { email: expect.any(String) } });
  });

  it.each(named(literals('password', 'must-accept')))(
    'the password %s must match byte for byte',
    async (_name, { id, input }) => {
      const person = await test.addPerson('member', { email: `${id}@people.example` });
      await test.db
        .updateTable('users')
        .set({ password_hash: await passwords.hash(input) })
        .where('id', '=', person.id)
        .execute();
      expect((await login({ email: person.email, password: input })).statusCode).toBe(200);
      expect((await login({ email: person.email, password: `${input} ` })).statusCode).toBe(401);
      const other = input.normalize('NFD') === input ? input.normalize('NFC') : input.normalize('NFD');
      if (other !== input) expect((await login({ email: person.email, password: other })).statusCode).toBe(401);
    },
  );

  it('passwords that are too long or not text are rejected before hashing', async () => {
    const email = 'lea@people.example';
    for (const password of [
      '',
      ['a', 'b'],
      123456789012,
      { length: 12 },
      null,
      true,
      'x'.repeat(129),
      'x'.repeat(60_000),
    ]) {
      const started = performance.now();
      const reply = await login({ email, password });
      expect(reply.statusCode, JSON.stringify(password).slice(0, 40)).toBe(400);
      expect(performance.now() - started).toBeLessThan(100);
    }
  });

  it.each(named([...literals('text'), ...literals('markdown'), ...literals('csv-log'), ...literals('toolbox')]))(
    '%s logs nobody in',
    async (_name, { id, input }) => {
      for (const body of [
        { email: input, password: input },
        { email: `${input}@x.example`, password: 'p' },
      ]) {
        const reply = await login(body);
        expectHarmless(reply, id, input);
        expect([400, 401]).toContain(reply.statusCode);
      }
    },
  );
});

describe('file names', () => {
  it('are sent in a single-line header as one attachment', async () => {
    const names = [...new Set(literals('filename').map(({ input }) => input))].filter(
      (name) => name !== '' && !name.includes('\0') && name.isWellFormed() && name.length < 900,
    );
    expect(names.length).toBeGreaterThan(25);
    const leaker = await test.addPerson('leaker');
    const id = await addResource(test, {
      authorId: leaker.id,
      files: Object.fromEntries(names.map((name) => [name, name])),
    });
    for (const name of names) {
      const destination = `/direct-download/${id}?file=${encodeHostile(name)}`;
      const offer = await get(`/api/ad-offer?${new URLSearchParams({ destination })}`);
      if (offer.statusCode !== 200) {
        expect(offer.statusCode, JSON.stringify(name)).toBe(400);
        continue;
      }
      const cookie = offer.cookies.map((mark) => `${mark.name}=${mark.value}`).join('; ');
      const reply = await test.call({
        method: 'GET',
        url: offer.json<{ directUrl: string }>().directUrl,
        headers: { cookie },
      });
      expect(reply.statusCode, JSON.stringify(name)).toBe(200);
      expect(reply.body).toBe(name);
      const disposition = String(reply.headers['content-disposition']);
      expect(disposition).toMatch(
        /^attachment(; filename=("(?:[^"\\\r\n]|\\.)*"|[\w!#$%&'*+.^`|~-]+))?(; filename\*=UTF-8''[\w!#$&+.^`|~%-]*)?$/,
      );
      expect(disposition).not.toMatch(/[\r\n\0]|filename\*?="?[^;]*(?:\.\.[/\\])/);
    }
  });
});
