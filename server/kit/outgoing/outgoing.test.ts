import { once } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PUBLIC_NUMBER, startStubWeb } from '#test/harness/stub-web.ts';
import { dialAddresses, lookupByDns } from './connection.ts';
import { createOutgoing, type OutgoingOptions, type OutgoingRefused } from './outgoing.ts';

const TIME_MS = 400;
const MAX_BYTES = 100_000;
const PNG = 'image/png';

let web: Awaited<ReturnType<typeof startStubWeb>>;
const asked: IncomingMessage[] = [];
/** Responses by request path. */
let answers: Record<string, RequestListener> = {};

beforeAll(async () => {
  web = await startStubWeb((request, response) => {
    asked.push(request);
    (answers[request.url ?? ''] ?? sendPage)(request, response);
  });
});
afterAll(() => web.stop());
beforeEach(() => {
  answers = {};
  asked.length = 0;
  for (const list of [web.lookups, web.dialled]) list.length = 0;
  web.names.clear();
  web.reach(null);
});

const sendPage = (_request: IncomingMessage, response: ServerResponse) =>
  void response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<title>A page</title>');
const send =
  (headers: Record<string, string | string[]>, body: Buffer | string = '', status = 200): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, headers).end(body);
const moveTo = (location: string, status = 302) => send({ location }, '', status);

const open = (options: OutgoingOptions = {}) => createOutgoing({ ...web.rules, ...options });
const read = (address: string, accept: 'html' | 'image' = 'html', options?: OutgoingOptions) =>
  open(options).read(address, { accept, maxBytes: MAX_BYTES });
const refused = (reason: OutgoingRefused['reason']) => ({ name: 'Error', reason });

describe('a page on another site', () => {
  it.each(['http', 'https'])('is fetched over %s with our user agent and nothing about the user', async (scheme) => {
    const page = await open({ ...web.rules, site: () => 'https://hélix.example' }).read(
      `${scheme}://shop.example/a?b#c`,
      { accept: 'html', maxBytes: MAX_BYTES },
    );
    expect(page).toMatchObject({ url: `${scheme}://shop.example/a?b`, contentType: 'text/html; charset=utf-8' });
    expect(page.body.toString()).toBe('<title>A page</title>');
    expect(asked[0]?.method).toBe('GET');
    expect(asked[0]?.headers).toEqual({
      host: 'shop.example',
      connection: 'close',
      accept: 'text/html, application/xhtml+xml',
      'accept-encoding': 'gzip, br',
      'accept-language': 'en',
      'user-agent': 'Helix/1.0 (link preview; +https://xn--hlix-bpa.example)',
    });
  });

  it('gets back no cookie set by earlier responses', async () => {
    answers = {
      '/': send({ location: '/next', 'set-cookie': ['a=b', 'c=d'] }, '', 302),
      '/next': send({ 'content-type': 'text/html', 'set-cookie': 'e=f' }),
    };
    const outgoing = open();
    for (let time = 0; time < 2; time += 1)
      await outgoing.read('http://shop.example/', { accept: 'html', maxBytes: 9 });
    expect(asked.map(({ headers }) => [headers.cookie, headers.referer])).toEqual(
      Array(4).fill([undefined, undefined]),
    );
  });

  it('is decompressed, and truncated when too long', async () => {
    const long = Buffer.alloc(MAX_BYTES * 3, 'a');
    answers = {
      '/plain': send({ 'content-type': 'text/html' }, long),
      '/br': send({ 'content-type': 'text/html', 'content-encoding': 'br' }, brotliCompressSync(long)),
      '/gzip': send({ 'content-type': 'text/html', 'content-encoding': 'GZIP' }, gzipSync('<p>short</p>')),
      '/more': send(
        { 'content-type': 'text/html', 'content-encoding': 'gzip' },
        Buffer.concat([gzipSync('<p>short</p>'), Buffer.from('x')]),
      ),
      '/torn': (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/html', 'content-length': 100 });
        response.write('<p>torn</p>', () => setTimeout(() => response.destroy(), 20));
      },
    };
    expect((await read('http://shop.example/plain')).body).toEqual(long.subarray(0, MAX_BYTES));
    expect((await read('http://shop.example/br')).body).toEqual(long.subarray(0, MAX_BYTES));
    expect((await read('http://shop.example/gzip')).body.toString()).toBe('<p>short</p>');
    // What arrived before the failure is kept.
    expect((await read('http://shop.example/more')).body.toString()).toBe('<p>short</p>');
    expect((await read('http://shop.example/torn')).body.toString()).toBe('<p>torn</p>');
  });

  it.each<[string, RequestListener, OutgoingRefused['reason']]>([
    ['is missing', send({ 'content-type': 'text/html' }, 'gone', 404), 'status'],
    ['is forbidden', send({ 'content-type': 'text/html' }, 'no', 403), 'status'],
    ['is partial content', send({ 'content-type': 'text/html' }, 'a', 206), 'status'],
    ['is not HTML', send({ 'content-type': 'application/pdf' }), 'type'],
    ['has no content type', send({}), 'type'],
    ['is compressed twice', send({ 'content-type': 'text/html', 'content-encoding': 'gzip, gzip' }), 'type'],
    ['uses another compression', send({ 'content-type': 'text/html', 'content-encoding': 'zstd' }), 'type'],
    ['is not valid gzip', send({ 'content-type': 'text/html', 'content-encoding': 'gzip' }, 'plain'), 'failed'],
    ['has huge headers', send({ 'content-type': 'text/html', 'x-long': 'a'.repeat(20_000) }), 'failed'],
    ['redirects nowhere', send({}, '', 302), 'status'],
    ['does not speak HTTP', ({ socket }) => void socket.end('SSH-2.0-OpenSSH\r\n'), 'failed'],
    ['hangs up', ({ socket }) => void socket.destroy(), 'failed'],
    ['never answers', () => {}, 'time'],
    ['never ends', (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).write('a'), 'time'],
  ])('that %s is refused', async (_about, answer, reason) => {
    answers = { '/': answer };
    const options = reason === 'time' ? { timeMs: TIME_MS } : {};
    await expect(read('http://shop.example/', 'html', options)).rejects.toMatchObject(refused(reason));
  });

  it('must arrive completely within the time limit, even if it keeps sending', async () => {
    answers['/'] = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      const timer = setInterval(() => response.write('a'), 20);
      response.on('close', () => clearInterval(timer));
    };
    await expect(read('http://shop.example/', 'html', { timeMs: TIME_MS })).rejects.toMatchObject(refused('time'));
  });
});

describe('a picture on another site', () => {
  it('is never truncated', async () => {
    const body = Buffer.alloc(MAX_BYTES, 1);
    const more = Buffer.alloc(MAX_BYTES + 1, 1);
    answers = {
      '/fits': send({ 'content-type': PNG }, body),
      '/said': send({ 'content-type': PNG, 'content-length': String(more.length) }, more),
      '/packed': send({ 'content-type': PNG, 'content-encoding': 'br' }, brotliCompressSync(Buffer.alloc(50_000_000))),
    };
    expect((await read('http://shop.example/fits', 'image')).body).toEqual(body);
    await expect(read('http://shop.example/said', 'image')).rejects.toMatchObject(refused('size'));
    await expect(read('http://shop.example/packed', 'image')).rejects.toMatchObject(refused('size'));
  });

  it.each(['image/svg+xml', 'text/html', 'application/octet-stream', 'image/x-icon', ''])('is not %s', async (type) => {
    answers['/'] = send(type ? { 'content-type': type } : {}, 'a');
    await expect(read('http://shop.example/', 'image')).rejects.toMatchObject(refused('type'));
  });
});

describe('a redirect', () => {
  it('is followed three times, and each target is checked', async () => {
    answers = {
      '/0': moveTo('http://two.example/1', 301),
      '/1': moveTo('/2', 307),
      '/2': moveTo('https://three.example/3', 308),
    };
    expect((await read('http://one.example/0')).url).toBe('https://three.example/3');
    expect(web.lookups).toEqual(['one.example', 'two.example', 'two.example', 'three.example']);
    answers['/3'] = moveTo('/4');
    await expect(read('http://one.example/0')).rejects.toMatchObject(refused('redirects'));
  });

  it.each([
    ...['http://127.0.0.1/', 'http://[::1]/', 'http://169.254.169.254/latest/meta-data/', 'file:///etc/passwd'],
    ...[
      'gopher://127.0.0.1:6379/_FLUSHALL',
      'http://shop.example:22/',
      'http://a:b@shop.example/',
      'http://localhost/',
    ],
    ...['javascript:alert(1)', '//127.0.0.1/', '\\\\127.0.0.1\\', 'http://inside.example/', 'http://0x7f000001/'],
  ])('is not followed to %s', async (location) => {
    web.names.set('inside.example', ['10.0.0.1']);
    answers['/'] = moveTo(location);
    await expect(read('http://shop.example/')).rejects.toMatchObject(refused('address'));
    expect(web.trapped()).toBe(0);
  });

  it('is not followed from https to http', async () => {
    answers['/'] = moveTo('http://shop.example/plain');
    await expect(read('https://shop.example/')).rejects.toMatchObject(refused('address'));
  });
});

describe('the IP address of a name', () => {
  it.each<[string, string[]]>([
    ['this machine', ['127.0.0.1']],
    ['this machine in IPv6', ['::1']],
    ['private', ['10.1.2.3']],
    ['public together with a private one', [PUBLIC_NUMBER, '192.168.0.1']],
    ['IPv4-mapped', ['::ffff:127.0.0.1']],
    ['not an IP address', ['localhost']],
  ])('is never connected to when it is %s', async (_about, numbers) => {
    web.names.set('cname.example', numbers);
    await expect(read('https://cname.example/')).rejects.toMatchObject(refused('address'));
    expect([web.dialled, web.trapped()]).toEqual([[], 0]);
  });

  it('is resolved once per request and pinned, which defeats DNS rebinding', async () => {
    web.names.set('rebind.example', [[PUBLIC_NUMBER], ['127.0.0.1']]);
    const outgoing = open();
    const ask = () => outgoing.read('https://rebind.example/', { accept: 'html', maxBytes: MAX_BYTES });
    await ask();
    expect([web.lookups, web.dialled]).toEqual([['rebind.example'], [PUBLIC_NUMBER]]);
    await expect(ask()).rejects.toMatchObject(refused('address'));
    expect(web.trapped()).toBe(0);
  });

  it('is checked again after connecting, before a byte is sent', async () => {
    web.reach('127.0.0.1');
    for (const address of ['http://shop.example/', 'https://shop.example/', 'http://8.8.8.8/']) {
      await expect(read(address)).rejects.toMatchObject(refused('address'));
    }
    expect(asked).toEqual([]);
  });

  it('that does not exist, or is not resolved in time, is a failure', async () => {
    web.names.set('nobody.example', []);
    await expect(read('http://nobody.example/')).rejects.toMatchObject(refused('failed'));
    const silent = { lookup: () => new Promise<never>(() => {}), timeMs: TIME_MS };
    await expect(read('http://shop.example/', 'html', silent)).rejects.toMatchObject(refused('time'));
  });

  it('is not looked up after the time limit', async () => {
    await expect(lookupByDns('localhost', AbortSignal.abort())).rejects.toThrow();
  });
});

describe('a connection', () => {
  it('is refused when the certificate is expired, for another host, or untrusted', async () => {
    expect((await read('https://shop.example/')).url).toBe('https://shop.example/');
    for (const address of ['https://expired.example/', 'https://a.b.example/', 'https://8.8.8.8/']) {
      await expect(read(address), address).rejects.toMatchObject(refused('failed'));
    }
    const { lookup, dial } = web.rules;
    await expect(
      createOutgoing({ lookup, dial }).read('https://shop.example/', { accept: 'html', maxBytes: 9 }),
    ).rejects.toMatchObject(refused('failed'));
  });

  it.each(['http', 'https'])('over %s that is reset on the first byte is an ordinary failure', async (scheme) => {
    const server = createServer((socket) => socket.once('data', () => socket.resetAndDestroy())).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const dial: OutgoingOptions['dial'] = async (_addresses, _port, signal) => ({
      ...(await dialAddresses(['127.0.0.1'], port, signal)),
      remoteAddress: PUBLIC_NUMBER,
    });
    const reading = read(`${scheme}://shop.example/`, 'html', { dial });
    await expect(reading).rejects.toMatchObject(refused('failed'));
    server.close();
  });

  it('is used for one request only and closed afterwards', async () => {
    const outgoing = open();
    for (let time = 0; time < 3; time += 1) {
      await outgoing.read('http://shop.example/', { accept: 'html', maxBytes: MAX_BYTES });
    }
    expect(new Set(asked.map(({ socket }) => socket)).size).toBe(3);
    answers['/'] = () => {};
    const late = read('http://shop.example/', 'html', { timeMs: TIME_MS });
    await expect(late).rejects.toMatchObject(refused('time'));
    await Promise.all(asked.map(({ socket }) => socket.closed || once(socket, 'close')));
    expect(web.connections()).toBe(0);
  });

  it('moves on to the next address when one does not answer', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { socket, remoteAddress } = await dialAddresses(['::1', '127.0.0.1'], port, AbortSignal.timeout(2000));
    expect(remoteAddress).toBe('127.0.0.1');
    const closed = once(socket, 'close');
    socket.destroy();
    await closed;
    await expect(dialAddresses(['127.0.0.1'], port, AbortSignal.abort())).rejects.toThrow();
    server.close();
  });

  it('counts towards a limit, beyond which a few requests wait and the rest are refused', async () => {
    const held: ServerResponse[] = [];
    const { promise: begun, resolve } = Promise.withResolvers<void>();
    answers['/'] = (_request, response) => {
      held.push(response);
      if (held.length === 2) resolve();
    };
    const outgoing = open({ atOnce: 2, waiting: 1 });
    const ask = () => outgoing.read('http://shop.example/', { accept: 'html', maxBytes: MAX_BYTES });
    const first = [ask(), ask()];
    const waiting = ask();
    await expect(ask()).rejects.toMatchObject(refused('busy'));
    await begun;
    expect(asked).toHaveLength(2);
    answers['/'] = sendPage;
    for (const response of held) response.writeHead(200, { 'content-type': 'text/html' }).end('a');
    expect(await Promise.all([...first, waiting])).toHaveLength(3);
    const few = open({ atOnce: 1, timeMs: TIME_MS });
    answers['/'] = () => {};
    const page = { accept: 'html' as const, maxBytes: 9 };
    const reading = few.read('http://shop.example/', page);
    // Gives up well before the first one makes room.
    const impatient = few.read('http://shop.example/', { ...page, signal: AbortSignal.timeout(TIME_MS / 4) });
    await expect(impatient).rejects.toMatchObject(refused('busy'));
    await expect(reading).rejects.toMatchObject(refused('time'));
  });
});

describe('the stand-in', () => {
  it('answers for .example names only, and only when configured', async () => {
    const server = createServer((socket) => {
      socket.end('HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 1\r\n\r\na');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const standIn = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect((await read('https://shop.example/', 'html', { standIn })).body.toString()).toBe('a');
    expect(web.lookups).toEqual([]);
    expect((await read('https://shop.example/')).body.toString()).toContain('A page');
    await expect(read('http://example.com.evil.test/', 'html', { standIn })).resolves.toBeDefined();
    expect(web.lookups).toEqual(['shop.example', 'example.com.evil.test']);
    expect(open({ standIn }).isAllowed('http://127.0.0.1/')).toBe(false);
    server.close();
  });
});

describe('a request to a service', () => {
  const options = { method: 'POST', userAgent: 'Helix', maxBytes: 1000 } as const;
  const post = (address: string, given: OutgoingOptions = {}) =>
    open(given).send(address, { ...options, body: { a: 1 } });
  const refusedAs = (reason: OutgoingRefused['reason'], mayBeSent: boolean) => ({ reason, mayBeSent });

  it('sends JSON and returns any status and the headers, without following redirects', async () => {
    let received = '';
    answers = {
      '/hook?wait=true': (request, response) => {
        request.on('data', (chunk) => {
          received += String(chunk);
        });
        request.on('end', () => void response.writeHead(429, { 'retry-after': '3' }).end('{"retry_after":3}'));
      },
      '/moved': moveTo('https://elsewhere.example/'),
    };
    const answer = await post('https://shop.example/hook?wait=true');
    expect([answer.status, answer.header('retry-after'), answer.header('none')]).toEqual([429, '3', '']);
    expect(answer.body.toString()).toBe('{"retry_after":3}');
    expect(JSON.parse(received)).toEqual({ a: 1 });
    expect(asked[0]).toMatchObject({ method: 'POST' });
    expect(asked[0]?.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'Helix' });
    expect((await post('https://shop.example/moved')).status).toBe(302);
    expect(asked.length).toBe(2);
  });

  it.each([
    'http://shop.example/',
    'https://127.0.0.1/',
    'https://shop.example:8443/',
    'https://a:b@shop.example/',
    'shop',
  ])('never goes to %s', async (address) => {
    await expect(post(address)).rejects.toMatchObject(refusedAs('address', false));
    expect(asked).toEqual([]);
  });

  it('never goes to a name with a private address', async () => {
    web.names.set('shop.example', ['10.0.0.1']);
    await expect(post('https://shop.example/')).rejects.toMatchObject(refusedAs('address', false));
  });

  it('tells whether it may have been received', async () => {
    answers = { '/lost': (request) => void request.socket.destroy(), '/silent': () => {} };
    await expect(post('https://shop.example/lost')).rejects.toMatchObject(refusedAs('failed', true));
    await expect(post('https://shop.example/silent', { timeMs: TIME_MS })).rejects.toMatchObject(
      refusedAs('time', true),
    );
    const lookup = async () => {
      throw new Error('no name server');
    };
    await expect(post('https://shop.example/', { lookup })).rejects.toMatchObject(refusedAs('failed', false));
  });

  it('refuses an answer that is too long', async () => {
    answers = { '/long': send({}, 'x'.repeat(1001)) };
    await expect(post('https://shop.example/long')).rejects.toMatchObject(refusedAs('size', true));
  });

  it('reaches a stand-in on this machine only if it was configured, and only below its path', async () => {
    const plain = createServer();
    plain.listen(0, '127.0.0.1');
    await once(plain, 'listening');
    const base = `http://127.0.0.1:${(plain.address() as AddressInfo).port}/discord`;
    plain.close();
    // The port is closed, so an attempt to connect fails instead of being refused.
    await expect(post(`${base}/hook`, { fakes: [base] })).rejects.toMatchObject(refusedAs('failed', false));
    await expect(post(`${base}/hook`)).rejects.toMatchObject(refusedAs('address', false));
    await expect(post(`${base}/../hook`, { fakes: [base] })).rejects.toMatchObject(refusedAs('address', false));
    await expect(open({ fakes: [base] }).read(base, { accept: 'html', maxBytes: 9 })).rejects.toMatchObject(
      refused('address'),
    );
  });
});
