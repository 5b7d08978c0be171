// A stand-in for Google Cloud Storage on this machine, for tests: one bucket of the JSON API, kept in memory. It speaks objects
// insert (media, multipart, resumable), get (with alt=media and Range), list, delete, compose, rewriteTo and copyTo, the bucket's
// own description, the token endpoint of a service account, and signed addresses (V4); all else is 404.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createFakeAccount } from './gcs-access.fake.ts';
import { createFakeBucket, GcsFakeRefusal, type KeptObject } from './gcs-objects.fake.ts';
import { createFakeUploads, type FakeAnswer } from './gcs-uploads.fake.ts';

/** What goes wrong with a request: a status, no answer for a time, or half of one, an answer that breaks off, other bytes, or no JSON. */
export type GcsTrouble = {
  kind: 'status' | 'silence' | 'stalled' | 'cut' | 'wrong bytes' | 'nonsense' | 'empty' | 'lost answer';
  status?: number;
  /** Requests that it happens to; one, when nothing is said. */
  times?: number;
  /** Of which method; of any, when nothing is said. */
  method?: string;
  /** A part of the address. */
  path?: string;
};

type Request = { method: string; address: URL; path: string; query: URLSearchParams; raw: IncomingMessage };

/** Starts it on a free port of the loopback, or the given one. With `open` it asks nobody who they are. */
export const startGcsFake = async ({ bucket: name = 'helix-files', open = false, port = 0 } = {}) => {
  let url = '';
  const bucket = createFakeBucket(name);
  const uploads = createFakeUploads(bucket, () => url);
  const account = createFakeAccount(() => url);
  const asked: string[] = [];
  let troubles: GcsTrouble[] = [];

  const takeTrouble = ({ method, address }: Request): GcsTrouble | null => {
    const found = troubles.find(
      (trouble) => (trouble.method ?? method) === method && address.href.includes(trouble.path ?? ''),
    );
    if (!found) return null;
    found.times = (found.times ?? 1) - 1;
    if (found.times <= 0) troubles = troubles.filter((trouble) => trouble !== found);
    return found;
  };

  const answerJson = async (request: Request): Promise<FakeAnswer> => {
    const { method, path, query, raw } = request;
    const body = method === 'GET' ? Buffer.alloc(0) : await buffer(raw);
    if (path === '/token') return { status: 200, body: account.grant(new URLSearchParams(body.toString())) };
    if (!open) account.demandBearer(raw.headers);
    if (path === `/upload/storage/v1/b/${name}/o`) {
      if (method === 'PUT') return uploads.proceed(body, query, raw.headers);
      if (method === 'DELETE') return uploads.cancel(query);
      return uploads.insert(body, query, raw.headers);
    }
    const base = `/storage/v1/b/${name}`;
    if (path === base) return { status: 200, body: { kind: 'storage#bucket', name, location: 'HERE' } };
    if (path === `${base}/o` && method === 'GET') return { status: 200, body: bucket.list(query) };
    const [objectName = '', act, , otherBucket, , otherName = ''] = path.startsWith(`${base}/o/`)
      ? path.slice(`${base}/o/`.length).split('/').map(decodeURIComponent)
      : [];
    if (objectName === '') throw new GcsFakeRefusal(404, 'notFound', 'Not Found');
    if (act === 'compose') {
      return { status: 200, body: bucket.describe(bucket.compose(objectName, JSON.parse(body.toString()), query)) };
    }
    if ((act === 'rewriteTo' || act === 'copyTo') && otherBucket === name) {
      bucket.demandConditions(otherName, query);
      const { content, contentType } = bucket.find(objectName, new URLSearchParams());
      const resource = bucket.describe(bucket.keep(otherName, content, { claimed: { contentType } }));
      const size = String(content.byteLength);
      const told = {
        kind: 'storage#rewriteResponse',
        totalBytesRewritten: size,
        objectSize: size,
        done: true,
        resource,
      };
      return { status: 200, body: act === 'copyTo' ? resource : told };
    }
    const found = bucket.find(objectName, query);
    bucket.demandConditions(objectName, query);
    if (method === 'GET') return { status: 200, body: bucket.describe(found) };
    if (method !== 'DELETE') throw new GcsFakeRefusal(405, 'methodNotAllowed', 'Method Not Allowed');
    bucket.objects.delete(objectName);
    return { status: 204 };
  };

  /** The object whose bytes are asked for, by the JSON API or a signed address; null for everything else. */
  const findMedia = (request: Request): KeptObject | null => {
    const { method, path, query, raw, address } = request;
    if (method !== 'GET') return null;
    const [, first = '', ...rest] = path.split('/');
    if (first === name && query.has('X-Goog-Signature')) {
      account.demandSignature(address, String(raw.headers.host).split(':')[0] ?? '');
      return bucket.find(decodeURIComponent(rest.join('/')), new URLSearchParams());
    }
    const begin = `/storage/v1/b/${name}/o/`;
    if (query.get('alt') !== 'media' || !path.startsWith(begin)) return null;
    if (!open) account.demandBearer(raw.headers);
    const objectName = decodeURIComponent(path.slice(begin.length));
    const found = bucket.find(objectName, query);
    bucket.demandConditions(objectName, query);
    return found;
  };

  const sendMedia = (
    request: Request,
    response: ServerResponse,
    object: KeptObject,
    trouble: GcsTrouble | null,
  ): void => {
    const { content } = object;
    const range = readRange(request.raw.headers.range, content.byteLength);
    if (range === null) throw new GcsFakeRefusal(416, 'requestedRangeNotSatisfiable', 'Request range not satisfiable');
    const [start, end] = range ?? [0, content.byteLength];
    response.writeHead(range ? 206 : 200, {
      'content-type': request.query.get('response-content-type') ?? object.contentType,
      'content-length': end - start,
      'accept-ranges': 'bytes',
      'x-goog-generation': String(object.generation),
      'x-goog-hash': `crc32c=${object.crc32c}${object.md5Hash ? `,md5=${object.md5Hash}` : ''}`,
      'x-goog-stored-content-encoding': object.contentEncoding ?? 'identity',
      ...(range && { 'content-range': `bytes ${start}-${end - 1}/${content.byteLength}` }),
      ...dispositionOf(request.query),
    });
    const bytes = content.subarray(start, end);
    if (trouble?.kind === 'cut') response.write(bytes.subarray(0, bytes.byteLength / 2), () => response.destroy());
    else if (trouble?.kind === 'wrong bytes') response.end(bytes.map((byte) => byte ^ 1));
    else response.end(bytes);
  };

  const answer = async (request: Request, response: ServerResponse): Promise<void> => {
    const trouble = takeTrouble(request);
    if (trouble?.kind === 'silence') return;
    try {
      if (trouble?.kind === 'status') throw new GcsFakeRefusal(trouble.status ?? 503, 'backendError', 'Backend Error');
      const media = findMedia(request);
      if (media) return sendMedia(request, response, media, trouble);
      const { status, headers = {}, body } = await answerJson(request);
      if (trouble?.kind === 'lost answer') return void response.destroy();
      const told = body === undefined ? '' : JSON.stringify(body);
      const text = { nonsense: '<html>', empty: '{}' }[String(trouble?.kind)] ?? told;
      response.writeHead(status, { ...headers, 'content-type': 'application/json; charset=UTF-8' });
      if (trouble?.kind === 'stalled') response.write(text.slice(0, text.length / 2));
      else response.end(text);
    } catch (error) {
      request.raw.resume();
      const refusal = error instanceof GcsFakeRefusal ? error : new GcsFakeRefusal(500, 'internalError', String(error));
      const { status: code, reason, message } = refusal;
      const told = { error: { code, message, errors: [{ message, domain: 'global', reason }] } };
      response.writeHead(code, { 'content-type': 'application/json; charset=UTF-8' }).end(JSON.stringify(told));
    }
  };

  const server = createServer((raw, response) => {
    const address = new URL(raw.url ?? '/', url);
    const request: Request = {
      method: raw.method ?? 'GET',
      address,
      path: address.pathname,
      query: address.searchParams,
      raw,
    };
    asked.push(`${request.method} ${decodeURIComponent(request.path)}`);
    response.on('error', () => {});
    void answer(request, response);
  });
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    bucket,
    uploads,
    /** What was asked so far: method and path. */
    asked,
    /** The content of a service account's key file, which `STORAGE_KEY_FILE` names. */
    keyFile: account.keyFile,
    /** A STORAGE_URL that leads here. */
    storageUrl: (prefix = '') => `gs://${name}/${prefix}?endpoint=${url}`,
    trouble: (trouble: GcsTrouble) => void troubles.push({ ...trouble }),
    calm: () => {
      troubles = [];
    },
    stop: () => {
      server.closeAllConnections();
      return new Promise<void>((done) => server.close(() => done()));
    },
  };
};

export type GcsFake = Awaited<ReturnType<typeof startGcsFake>>;

/** First byte and the one behind the last; undefined without a range, null for one that lies behind the content. */
const readRange = (header: string | undefined, size: number): [number, number] | null | undefined => {
  const told = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!told) return undefined;
  const [, from = '', to = ''] = told;
  if (from === '') return to === '' || to === '0' ? null : [Math.max(0, size - Number(to)), size];
  if (Number(from) >= size) return null;
  return [Number(from), to === '' ? size : Math.min(Number(to) + 1, size)];
};

const dispositionOf = (query: URLSearchParams): Record<string, string> => {
  const told = query.get('response-content-disposition');
  return told === null ? {} : { 'content-disposition': told };
};
