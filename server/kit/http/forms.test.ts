// Tests forms with files over real connections: which are read, which are rejected, and that none crashes the server.
import { connect } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#contract/http.ts';
import { PICTURE_MAX_BYTES } from '#contract/limits.ts';
import { problemOf } from '#contract/problems.ts';
import { answer, serveRoutes } from '#server/platform/serve.ts';
import type { Viewer } from '#server/platform/viewer.ts';
import { endStalledBodies } from './body-timeout.ts';
import { asProblem, problemBody } from './problem.ts';

/** Long enough that a busy machine is not mistaken for a sender that has stopped. */
const SILENCE_MS = 2000;

const putForm = endpoint({
  method: 'PUT',
  path: '/form',
  access: 'member',
  summary: 'Takes a form.',
  form: {
    fields: z.strictObject({ name: z.string().max(200_000).optional(), note: z.string().optional() }),
    files: ['one', 'two'],
  },
  reply: z.object({ body: z.record(z.string(), z.string()), files: z.record(z.string(), z.int()) }),
  fallback: 'It failed.',
});
const postJson = endpoint({
  method: 'POST',
  path: '/json',
  access: 'visitor',
  summary: 'Takes JSON.',
  body: z.strictObject({ name: z.string() }),
  reply: z.object({ name: z.string() }),
  fallback: 'It failed.',
});

let app: FastifyInstance;
let port = 0;
let calls = 0;
let gate: Promise<void> = Promise.resolve();

beforeAll(async () => {
  app = Fastify({ requestTimeout: 0, connectionTimeout: 0, bodyLimit: 64 * 1024 });
  endStalledBodies(app, { silenceMs: SILENCE_MS });
  app.decorateRequest('viewer', null);
  app.decorateRequest('suspended', false);
  app.decorateRequest('cookies', null as never);
  app.addHook('onRequest', async (request) => {
    const id = request.headers.person;
    request.viewer = id ? ({ id, username: id, role: 'USER', isPremium: false, sessionId: '' } as Viewer) : null;
  });
  app.setErrorHandler((error, _request, reply) => {
    const problem = asProblem(error);
    if (!problem) return reply.code(500).send({ message: String(error) });
    return reply.code(problemOf(problem.code).status).send(problemBody(problem));
  });
  const routes = [
    answer(putForm, async ({ body, files }) => {
      calls += 1;
      await gate;
      const sizes = Object.entries(files).map(([name, file]) => [name, file?.length ?? 0]);
      return { body: { ...body }, files: Object.fromEntries(sizes) as Record<string, number> };
    }),
    answer(postJson, async ({ body }) => body),
  ];
  serveRoutes(app, routes, { checkReplies: true, visitorOf: () => 'visitor' });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as { port: number }).port;
});
afterAll(() => app.close());
beforeEach(() => {
  calls = 0;
});

type Part = [name: string, value: string | Blob, fileName?: string];

const formOf = (...parts: Part[]): FormData => {
  const form = new FormData();
  for (const [name, value, fileName] of parts) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, value, fileName ?? 'a.png');
  }
  return form;
};
const bytes = (length: number): Blob => new Blob([new Uint8Array(length)]);

const put = async (body: FormData | string | Buffer, headers: Record<string, string> = {}, person = 'pia') => {
  const reply = await fetch(`http://127.0.0.1:${port}/form`, {
    method: 'PUT',
    body: body as BodyInit,
    headers: { person, ...headers },
  });
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
};

const TYPE = { 'content-type': 'multipart/form-data; boundary=XX' };
const raw = (...lines: string[]): string => lines.join('\r\n');
const textPart = (disposition: string, value = 'v', more: string[] = []): string[] => [
  '--XX',
  `Content-Disposition: form-data; ${disposition}`,
  ...more,
  '',
  value,
];

/** Writes a raw request chunk by chunk; resolves to the response, or to what arrived until the connection ended. */
const send = async (head: string[], pieces: (string | Buffer)[], end: 'wait' | 'cut' = 'wait'): Promise<string> => {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  const over = new Promise<void>((resolve) => {
    socket.on('close', () => resolve());
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString();
      if (received.includes('\r\n\r\n')) resolve();
    });
  });
  socket.on('error', () => {});
  socket.write(`${['PUT /form HTTP/1.1', 'Host: localhost', ...head].join('\r\n')}\r\n\r\n`);
  for (const piece of pieces) {
    if (socket.destroyed) break;
    if (!socket.write(piece)) {
      const drained = Promise.withResolvers<void>();
      socket.once('drain', drained.resolve);
      await Promise.race([drained.promise, over]);
      socket.off('drain', drained.resolve);
    }
  }
  if (end === 'cut') socket.destroy();
  await over;
  socket.destroy();
  return received;
};
const PERSON = 'Person: pia';
const FORM = 'Content-Type: multipart/form-data; boundary=XX';

/** Asserts that the next form is accepted as usual, whatever was sent before. */
const expectAlive = async () => expect((await put(formOf(['name', 'still here']))).status).toBe(200);

describe('a form', () => {
  it('returns its texts and files', async () => {
    const reply = await put(formOf(['name', 'Zoë\n👩‍🎨'], ['one', bytes(3)], ['two', bytes(0), 'empty.png']));
    expect(reply).toEqual({ status: 200, body: { body: { name: 'Zoë\n👩‍🎨' }, files: { one: 3, two: 0 } } });
  });

  it('may be empty, and ignores blank fields and unselected files', async () => {
    expect(await put(raw('--XX--', ''), TYPE)).toEqual({ status: 200, body: { body: {}, files: {} } });
    const unchosen = textPart('name="one"; filename=""', '', ['Content-Type: application/octet-stream']);
    const reply = await put(
      raw(...textPart('name="name"', ' \t '), ...textPart('name="note"', ''), ...unchosen, '--XX--', ''),
      TYPE,
    );
    expect(reply).toEqual({ status: 200, body: { body: {}, files: {} } });
  });

  it('accepts files up to 10 MB and texts up to 64 kB', async () => {
    const most = await put(
      formOf(['one', bytes(PICTURE_MAX_BYTES)], ['two', bytes(PICTURE_MAX_BYTES)], ['name', 'x'.repeat(65_535)]),
    );
    expect(most.status).toBe(200);
    expect(most.body).toMatchObject({ files: { one: PICTURE_MAX_BYTES, two: PICTURE_MAX_BYTES } });
    const file = await put(formOf(['one', bytes(PICTURE_MAX_BYTES + 1)], ['name', 'after it']));
    expect(file).toMatchObject({
      status: 413,
      body: { code: 'TOO_LARGE', fields: { one: expect.stringContaining('10 MB') } },
    });
    expect(await put(formOf(['name', 'x'.repeat(65_537)]))).toMatchObject({ status: 413 });
    expect(calls).toBe(1);
    await expectAlive();
  });
});

describe('rejects', () => {
  it.each<[string, Part[]]>([
    ['role', [['role', 'ADMIN']]],
    ['isPremium', [['isPremium', '']]],
    ['three', [['three', bytes(5)]]],
    ['one', [['one', 'a text under the name of a file']]],
    ['name', [['name', bytes(5)]]],
    [
      'name',
      [
        ['name', 'a'],
        ['name', 'b'],
      ],
    ],
    [
      'name',
      [
        ['name', ''],
        ['name', 'b'],
      ],
    ],
    [
      'one',
      [
        ['one', bytes(5)],
        ['one', bytes(5)],
      ],
    ],
    [
      'name',
      [
        ['name', bytes(PICTURE_MAX_BYTES)],
        ['one', bytes(5)],
      ],
    ],
  ])('%s: an unknown, repeated or wrong part (%#)', async (name, parts) => {
    expect(await put(formOf(...parts))).toMatchObject({
      status: 400,
      body: { code: 'BAD_INPUT', fields: { [name]: expect.any(String) } },
    });
    expect(calls).toBe(0);
    await expectAlive();
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('a part named %s', async (name) => {
    for (const part of [
      [name, 'x'],
      [name, bytes(200_000)],
    ] as Part[]) {
      expect((await put(formOf(part, ['name', 'x']))).status).toBe(400);
    }
    expect(({} as Record<string, unknown>).x).toBeUndefined();
    expect(Object.keys(Object.prototype)).toEqual([]);
    await expectAlive();
  });

  it.each<[string, string]>([
    [
      'a text of another type',
      raw(...textPart('name="name"', '{"a":1}', ['Content-Type: application/json']), '--XX--', ''),
    ],
    [
      'a nested form',
      raw(
        ...textPart('name="name"', raw('--YY', '', 'x', '--YY--'), ['Content-Type: multipart/mixed; boundary=YY']),
        '--XX--',
        '',
      ),
    ],
    ['a part without a name', raw(...textPart('filename="x"'), '--XX--', '')],
    ['a missing final boundary', raw(...textPart('name="name"'), '--XX')],
    ['a missing final boundary after a file', raw(...textPart('name="one"; filename="a.png"'), '')],
    ['a missing boundary', 'just some text'],
    ['a part header of 1 MB', raw(...textPart(`name="name"; x="${'a'.repeat(1024 * 1024)}"`), '--XX--', '')],
    ['a different boundary', raw('--YY', 'Content-Disposition: form-data; name="name"', '', 'x', '--YY--', '')],
  ])('%s', async (_name, body) => {
    const reply = await put(body, TYPE);
    expect([400, 413], JSON.stringify(reply.body)).toContain(reply.status);
    expect(reply.body).toMatchObject({ code: expect.stringMatching(/^(BAD_INPUT|BAD_REQUEST|TOO_LARGE)$/) });
    expect(calls).toBe(0);
    await expectAlive();
  });

  it('text that is not UTF-8', async () => {
    const body = Buffer.from(raw(...textPart('name="name"', 'a\xff'), '--XX--', ''), 'latin1');
    expect(await put(body, TYPE)).toMatchObject({ status: 400, body: { fields: { name: expect.any(String) } } });
  });

  it.each([21, 10_000])('a form of %i parts', async (count) => {
    const parts = Array.from({ length: count }, (_, n) => textPart(`name="one"; filename="${n}.png"`)).flat();
    expect([400, 413]).toContain((await put(raw(...parts, '--XX--', ''), TYPE)).status);
    const blanks = Array.from({ length: count }, () => ['--XX', '', '']).flat();
    expect([400, 413]).toContain((await put(raw(...blanks, '--XX--', ''), TYPE)).status);
    await expectAlive();
  });

  it('content types other than a form, and forms where JSON is expected', async () => {
    for (const type of ['application/json', 'text/plain', 'multipart/mixed; boundary=XX', 'multipart/form-data', '']) {
      const reply = await put(raw(...textPart('name="name"'), '--XX--', ''), { 'content-type': type });
      expect(reply, type).toMatchObject({ status: 415, body: { message: 'Send this as multipart/form-data.' } });
    }
    expect((await put(raw('x'), { 'content-type': 'multipart/form-data; boundary=' })).status).toBe(400);
    const json = await fetch(`http://127.0.0.1:${port}/json`, { method: 'POST', body: formOf(['name', 'x']) });
    expect(json.status).toBe(415);
    const texts = await fetch(`http://127.0.0.1:${port}/json`, {
      method: 'POST',
      body: '{"name":"x"}',
      headers: { 'content-type': 'application/json' },
    });
    expect(await texts.json()).toEqual({ name: 'x' });
  });

  it('an unauthenticated sender before any of the body has arrived', async () => {
    const answered = await send([FORM, 'Content-Length: 1000000'], []);
    expect(answered).toMatch(/^HTTP\/1\.1 401/);
  });
});

describe('over the wire', () => {
  it('a form that announces too many bytes is rejected before they arrive', async () => {
    expect(await send([PERSON, FORM, `Content-Length: ${100 * 1024 * 1024}`], [])).toMatch(
      /^HTTP\/1\.1 413[\s\S]*close/i,
    );
  });

  it('an endless form is rejected once it is too large', async () => {
    const megabyte = Buffer.alloc(1024 * 1024, 'a');
    const chunk = Buffer.concat([Buffer.from('100000\r\n'), megabyte, Buffer.from('\r\n')]);
    const answered = await send(
      [PERSON, FORM, 'Transfer-Encoding: chunked'],
      Array.from({ length: 60 }, () => chunk),
    );
    expect(answered).toMatch(/^(HTTP\/1\.1 413|$)/);
    expect(calls).toBe(0);
    await expectAlive();
  });

  it('a content length that is too small makes the form incomplete', async () => {
    const body = raw(...textPart('name="name"', 'x'.repeat(500)), '--XX--', '');
    expect(await send([PERSON, FORM, 'Content-Length: 200', 'Connection: close'], [body])).toMatch(/^HTTP\/1\.1 400/);
    expect(calls).toBe(0);
  });

  it('a sender that disconnects midway leaves nothing behind', async () => {
    const half = Buffer.concat([
      Buffer.from(`${raw(...textPart('name="one"; filename="a.png"', ''))}`),
      Buffer.alloc(1_000_000),
    ]);
    for (let time = 0; time < 5; time += 1) {
      await send([PERSON, FORM, 'Content-Length: 2000000'], [half], 'cut');
    }
    // If the aborted forms still counted, the same person's next forms would exceed the limit.
    await expect.poll(async () => (await put(formOf(['name', 'x']))).status).toBe(200);
    expect(calls).toBe(1);
  });

  it('a form that stops arriving ends with its connection', async () => {
    const answered = await send(
      [PERSON, FORM, 'Content-Length: 5000'],
      [raw(...textPart('name="one"; filename="a.png"', ''))],
    );
    expect(answered).toBe('');
    await expectAlive();
  });

  it('the same connection carries the next request after a rejected form', async () => {
    const refused = raw(
      ...textPart('name="role"'),
      ...textPart('name="one"; filename="a.png"', 'x'.repeat(300_000)),
      '--XX--',
      '',
    );
    const taken = raw(...textPart('name="name"'), '--XX--', '');
    const request = (body: string) =>
      raw('PUT /form HTTP/1.1', 'Host: localhost', PERSON, FORM, `Content-Length: ${body.length}`, '', body);
    const socket = connect(port, '127.0.0.1');
    let received = '';
    const both = new Promise<void>((resolve) => {
      socket.on('data', (chunk: Buffer) => {
        received += chunk.toString();
        if (/HTTP\/1\.1 400[\s\S]*HTTP\/1\.1 200/.test(received)) resolve();
      });
    });
    socket.write(request(refused) + request(taken));
    await both;
    socket.destroy();
    expect(calls).toBe(1);
  });
});

describe('concurrently', () => {
  const holdBack = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    gate = promise;
    return resolve;
  };

  it('two forms per person are accepted, and a third once one is done', async () => {
    const open = holdBack();
    const first = [put(formOf(['name', 'a'])), put(formOf(['name', 'b']))];
    await expect.poll(() => calls).toBe(2);
    expect(await put(formOf(['name', 'c']))).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
    const other = put(formOf(['name', 'd']), {}, 'other');
    await expect.poll(() => calls).toBe(3);
    open();
    for (const { status } of await Promise.all([other, ...first])) expect(status).toBe(200);
    await expectAlive();
  });

  it('all forms together hold at most 64 MB', async () => {
    const open = holdBack();
    const people = Array.from({ length: 6 }, (_, n) =>
      put(formOf(['one', bytes(PICTURE_MAX_BYTES)]), {}, `person-${n}`),
    );
    await expect.poll(() => calls, { timeout: 20_000 }).toBe(6);
    const beyond = await put(formOf(['one', bytes(PICTURE_MAX_BYTES)]), {}, 'one-more');
    expect(beyond).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    open();
    for (const reply of await Promise.all(people)) expect(reply.status).toBe(200);
    expect((await put(formOf(['one', bytes(PICTURE_MAX_BYTES)]))).status).toBe(200);
  }, 60_000);
});
