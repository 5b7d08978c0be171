// Local fake of Google Cloud Storage for tests: an in-memory bucket with the S3-compatible XML API. It implements what the site
// uses (objects, lists, multipart uploads, compose, signed URLs) as documented by Google, and verifies signatures and checksums.
// It refuses what Google refuses: copied parts, the trailers and checksums of newer clients, and HEAD requests for the bucket.
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/**
 * A simulated failure, such as an error status, no response, half a response, an aborted response, wrong bytes, or an invalid
 * list.
 */
export type GcsTrouble = {
  kind: 'status' | 'silence' | 'stalled' | 'cut' | 'wrong bytes' | 'nonsense' | 'empty' | 'lost answer' | 'mangled';
  status?: number;
  /** Number of affected requests; 1 by default. */
  times?: number;
  /** HTTP method of affected requests; any by default. */
  method?: string;
  /** Text in the URL of affected requests; any URL by default. */
  path?: string;
};

type KeptObject = { content: Buffer; etag: string; at: Date };
type Upload = { name: string; at: Date; parts: Map<number, KeptObject> };
type Answer = { status?: number; headers?: Record<string, string | number>; body?: Buffer | string };
type Asked = { method: string; address: URL; query: URLSearchParams; raw: IncomingMessage; body: Buffer };

class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message = code) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const MOST_COMPOSED = 32;
const MOST_PARTS = 10_000;
const LEAST_PART_BYTES = 5 * 1024 * 1024;
const MOST_LISTED = 1000;
/** `x-amz-` headers that Google accepts: those with a documented `x-goog-` equivalent. It is unknown whether others work. */
const KNOWN_HEADERS = ['x-amz-date', 'x-amz-content-sha256', 'x-amz-user-agent'];
/** Headers that Google does not support, or whose meaning differs from Amazon's. */
const UNKNOWN_HEADERS = ['if-none-match', 'content-encoding', 'trailer', 'transfer-encoding'];
const CODES: Record<number, string> = { 403: 'AccessDenied', 429: 'SlowDown', 503: 'ServiceUnavailable' };

const sha256Of = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');
const md5Of = (bytes: Uint8Array): Buffer => createHash('md5').update(bytes).digest();
const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const byCodePoint = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
const textsOf = (xml: string, tag: string): string[] =>
  [...xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))].map(([, text = '']) => text);
const xmlOf = (root: string, inner: string): string =>
  `<?xml version='1.0' encoding='UTF-8'?><${root} xmlns='http://doc.s3.amazonaws.com/2006-03-01'>${inner}</${root}>`;

/** Starts the fake on a free loopback port. */
export async function startGcsFake({ bucket: name = 'helix-files' } = {}) {
  let url = '';
  let generation = Date.now() * 1000;
  const keys = { keyId: `GOOG1E${randomBytes(8).toString('hex')}`, secret: randomBytes(30).toString('base64') };
  const objects = new Map<string, KeptObject>();
  const uploads = new Map<string, Upload>();
  const asked: string[] = [];
  let troubles: GcsTrouble[] = [];

  // The ETag is an MD5 only if the object was uploaded in one piece.
  const keep = (key: string, content: Buffer, isWhole = true): KeptObject => {
    generation += 1;
    const etag = isWhole ? md5Of(content).toString('hex') : `-${Buffer.from(String(generation)).toString('base64')}`;
    const kept = { content, etag: `"${etag}"`, at: new Date() };
    objects.set(key, kept);
    return kept;
  };
  const find = (key: string): KeptObject => {
    const found = objects.get(key);
    if (!found) throw new Refusal(404, 'NoSuchKey', 'The specified key does not exist.');
    return found;
  };
  const findUpload = (id: string | null): Upload => {
    const found = uploads.get(id ?? '');
    if (!found) throw new Refusal(404, 'NoSuchUpload');
    return found;
  };

  // Requires an AWS Signature Version 4, in the headers or in the URL.
  const demandSignature = ({ method, address, query, raw, body }: Asked): void => {
    const isLink = query.has('X-Amz-Signature');
    const told: Record<string, string | null | undefined> = isLink
      ? Object.fromEntries(
          ['Credential', 'SignedHeaders', 'Signature'].map((part) => [part, query.get(`X-Amz-${part}`)]),
        )
      : Object.fromEntries(
          [...(raw.headers.authorization ?? '').matchAll(/(Credential|SignedHeaders|Signature)=([^, ]+)/g)].map(
            ([, part, value]) => [part, value],
          ),
        );
    const [keyId, ...scope] = (told.Credential ?? '').split('/');
    if (!told.Signature) throw new Refusal(401, 'MissingSecurityHeader');
    if (keyId !== keys.keyId) throw new Refusal(403, 'InvalidAccessKeyId');
    const at = String(isLink ? query.get('X-Amz-Date') : raw.headers['x-amz-date']);
    const payload = isLink ? 'UNSIGNED-PAYLOAD' : String(raw.headers['x-amz-content-sha256']);
    const headers = (told.SignedHeaders ?? '').split(';');
    const isSigned = Object.keys(raw.headers).every(
      (header) => !header.startsWith('x-amz-') || headers.includes(header),
    );
    const encode = (text: string): string =>
      encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);
    const canonical = [
      method,
      address.pathname,
      [...query]
        .filter(([part]) => part !== 'X-Amz-Signature')
        .map(([part, value]) => `${encode(part)}=${encode(value)}`)
        .sort(byCodePoint)
        .join('&'),
      ...headers.map((header) => `${header}:${String(raw.headers[header] ?? '').trim()}`),
      '',
      headers.join(';'),
      payload,
    ].join('\n');
    const key = scope.reduce<Buffer | string>((last, part) => hmac(last, part), `AWS4${keys.secret}`);
    const signed = hmac(key as Buffer, ['AWS4-HMAC-SHA256', at, scope.join('/'), sha256Of(canonical)].join('\n'));
    if (!isSigned || signed.toString('hex') !== told.Signature) throw new Refusal(403, 'SignatureDoesNotMatch');
    const ends =
      Date.parse(at.replace(/^(....)(..)(..T..)(..)/, '$1-$2-$3:$4:')) + Number(query.get('X-Amz-Expires')) * 1000;
    if (isLink && Date.now() > ends) throw new Refusal(400, 'ExpiredToken');
    if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256Of(body))
      throw new Refusal(400, 'XAmzContentSHA256Mismatch');
  };

  const demandKnown = ({ raw, body }: Asked): void => {
    const names = Object.keys(raw.headers);
    const unknown = names.find(
      (header) => UNKNOWN_HEADERS.includes(header) || (header.startsWith('x-amz-') && !KNOWN_HEADERS.includes(header)),
    );
    if (unknown === 'x-amz-copy-source') throw new Refusal(501, 'NotImplemented', 'Copying parts is not supported.');
    if (unknown) throw new Refusal(400, 'InvalidArgument', `Unknown header: ${unknown}.`);
    if (names.some((header) => header.startsWith('x-goog-'))) throw new Refusal(400, 'ExcessHeaderValues');
    const md5 = raw.headers['content-md5'];
    if (md5 !== undefined && md5 !== md5Of(body).toString('base64')) throw new Refusal(400, 'BadDigest');
  };

  const list = (query: URLSearchParams): Answer => {
    if (query.get('list-type') !== '2') throw new Refusal(400, 'InvalidArgument', 'Only list-type=2 is supported.');
    const [prefix, token] = [query.get('prefix') ?? '', query.get('continuation-token')];
    const behind = token === null ? (query.get('start-after') ?? '') : Buffer.from(token, 'base64').toString();
    const found = [...objects.keys()].filter((key) => key.startsWith(prefix) && byCodePoint(key, behind) > 0);
    found.sort(byCodePoint);
    const page = found.slice(0, Math.min(MOST_LISTED, Number(query.get('max-keys') ?? MOST_LISTED)));
    const isCut = page.length < found.length;
    const next = isCut ? Buffer.from(page.at(-1) ?? '').toString('base64') : '';
    const entries = page.map((key) => {
      const { content, etag, at } = find(key);
      const facts = `<Size>${content.byteLength}</Size><LastModified>${at.toISOString()}</LastModified>`;
      return `<Contents><Key>${key}</Key><ETag>${etag}</ETag>${facts}</Contents>`;
    });
    const tail = `<IsTruncated>${isCut}</IsTruncated>${isCut ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''}`;
    return {
      body: xmlOf('ListBucketResult', `<Name>${name}</Name><Prefix>${prefix}</Prefix>${tail}${entries.join('')}`),
    };
  };
  const listUploads = (query: URLSearchParams): Answer => {
    const found = [...uploads].filter(([, upload]) => upload.name.startsWith(query.get('prefix') ?? ''));
    const entries = found.map(
      ([id, upload]) =>
        `<Upload><Key>${upload.name}</Key><UploadId>${id}</UploadId><Initiated>${upload.at.toISOString()}</Initiated></Upload>`,
    );
    const inner = `<Bucket>${name}</Bucket><IsTruncated>false</IsTruncated>${entries.join('')}`;
    return { body: xmlOf('ListMultipartUploadsResult', inner) };
  };

  const compose = (key: string, body: Buffer): KeptObject => {
    const sources = textsOf(body.toString(), 'Name').map(find);
    if (sources.length === 0 || sources.length > MOST_COMPOSED)
      throw new Refusal(400, 'InvalidArgument', 'Up to 32 objects.');
    return keep(key, Buffer.concat(sources.map(({ content }) => content)), false);
  };
  const complete = (id: string, body: Buffer): Answer => {
    const upload = findUpload(id);
    const numbers = textsOf(body.toString(), 'PartNumber').map(Number);
    const tags = textsOf(body.toString().replaceAll('&quot;', '"'), 'ETag');
    const parts = numbers.map((number, index) => {
      const part = upload.parts.get(number);
      if (!part || part.etag !== tags[index]) throw new Refusal(400, 'InvalidPart');
      return part.content;
    });
    if (parts.length === 0) throw new Refusal(400, 'MalformedCompleteMultipartUploadRequest');
    if (parts.slice(0, -1).some((part) => part.byteLength < LEAST_PART_BYTES)) throw new Refusal(400, 'EntityTooSmall');
    uploads.delete(id);
    const { etag } = keep(upload.name, Buffer.concat(parts), false);
    return { body: xmlOf('CompleteMultipartUploadResult', `<Key>${upload.name}</Key><ETag>${etag}</ETag>`) };
  };

  const read = ({ method, query, raw }: Asked, key: string): Answer => {
    const { content, etag, at } = find(key);
    const bound = raw.headers['if-match'];
    if (bound !== undefined && bound !== etag) throw new Refusal(412, 'PreconditionFailed');
    const told = /^bytes=(\d+)-(\d+)$/.exec(raw.headers.range ?? '');
    const [start, end] = told
      ? [Number(told[1]), Math.min(Number(told[2]) + 1, content.byteLength)]
      : [0, content.byteLength];
    if (told && start >= content.byteLength) throw new Refusal(416, 'InvalidRange');
    const disposition = query.get('response-content-disposition');
    const headers = {
      etag,
      'last-modified': at.toUTCString(),
      'content-type': query.get('response-content-type') ?? 'application/octet-stream',
      'content-length': end - start,
      ...(told && { 'content-range': `bytes ${start}-${end - 1}/${content.byteLength}` }),
      ...(disposition !== null && { 'content-disposition': disposition }),
    };
    return { status: told ? 206 : 200, headers, body: method === 'HEAD' ? '' : content.subarray(start, end) };
  };

  const answer = (request: Asked): Answer => {
    const { method, address, query, body } = request;
    const [, bucket, ...rest] = address.pathname.split('/').map(decodeURIComponent);
    const key = rest.join('/');
    demandSignature(request);
    demandKnown(request);
    if (bucket !== name) throw new Refusal(404, 'NoSuchBucket', 'The specified bucket does not exist.');
    if (key === '') {
      // The role “Storage Object User” gives access to objects, but not to the bucket itself.
      if (method !== 'GET') throw new Refusal(403, 'AccessDenied');
      return query.has('uploads') ? listUploads(query) : list(query);
    }
    const id = query.get('uploadId');
    if (method === 'POST' && query.has('uploads')) {
      const uploadId = randomBytes(12).toString('hex');
      uploads.set(uploadId, { name: key, at: new Date(), parts: new Map() });
      return { body: xmlOf('InitiateMultipartUploadResult', `<Key>${key}</Key><UploadId>${uploadId}</UploadId>`) };
    }
    if (method === 'POST' && id !== null) return complete(id, body);
    if (method === 'DELETE' && id !== null) {
      findUpload(id);
      uploads.delete(id);
      return { status: 204 };
    }
    if (method === 'PUT' && id !== null) {
      const number = Number(query.get('partNumber'));
      if (!(number >= 1 && number <= MOST_PARTS)) throw new Refusal(400, 'InvalidArgument');
      const part = { content: body, etag: `"${md5Of(body).toString('hex')}"`, at: new Date() };
      findUpload(id).parts.set(number, part);
      return { headers: { etag: part.etag } };
    }
    if (method === 'PUT')
      return { headers: { etag: (query.has('compose') ? compose(key, body) : keep(key, body)).etag } };
    if (method === 'GET' || method === 'HEAD') return read(request, key);
    if (method !== 'DELETE') throw new Refusal(405, 'MethodNotAllowed');
    find(key);
    objects.delete(key);
    return { status: 204 };
  };

  const takeTrouble = (method: string, address: URL): GcsTrouble | null => {
    const found = troubles.find(
      (trouble) =>
        (trouble.method ?? method) === method && decodeURIComponent(address.href).includes(trouble.path ?? ''),
    );
    if (!found) return null;
    found.times = (found.times ?? 1) - 1;
    if (found.times <= 0) troubles = troubles.filter((trouble) => trouble !== found);
    return found;
  };

  const send = async (raw: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [address, method] = [new URL(raw.url ?? '/', url), raw.method ?? 'GET'];
    asked.push(`${method} ${decodeURIComponent(address.pathname)}${address.search}`);
    const trouble = takeTrouble(method, address);
    if (trouble?.kind === 'silence') return;
    const body = await buffer(raw);
    if (trouble?.kind === 'mangled' && body.length > 0) body[0] = (body[0] ?? 0) ^ 1;
    let told: Answer;
    try {
      if (trouble?.kind === 'status')
        throw new Refusal(trouble.status ?? 503, CODES[trouble.status ?? 503] ?? 'InternalError');
      told = answer({ method, address, query: address.searchParams, raw, body });
    } catch (error) {
      const { status, code, message } =
        error instanceof Refusal ? error : new Refusal(500, 'InternalError', String(error));
      const xml = `<?xml version='1.0' encoding='UTF-8'?><Error><Code>${code}</Code><Message>${message}</Message></Error>`;
      told = {
        status,
        headers: { 'content-type': 'application/xml; charset=UTF-8' },
        body: method === 'HEAD' ? '' : xml,
      };
    }
    if (trouble?.kind === 'lost answer') return void response.destroy();
    if (trouble?.kind === 'nonsense') told = { body: '<!doctype html><title>Log in to the hotel</title>' };
    if (trouble?.kind === 'empty') told = { body: xmlOf('ListBucketResult', '') };
    const bytes = Buffer.from(told.body ?? '');
    response.writeHead(told.status ?? 200, { 'content-length': bytes.byteLength, ...told.headers });
    const half = bytes.subarray(0, bytes.byteLength / 2);
    if (trouble?.kind === 'stalled') response.write(half);
    else if (trouble?.kind === 'cut') response.write(half, () => response.destroy());
    else if (trouble?.kind === 'wrong bytes') response.end(bytes.map((byte) => byte ^ 1));
    else response.end(bytes);
  };

  const server = createServer((raw, response) => {
    response.on('error', () => {});
    send(raw, response).catch(() => response.destroy());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url,
    // The service account's HMAC key.
    keys,
    bucket: { name, objects, keep },
    uploads,
    // Requests received so far: method, path and query.
    asked,
    // A STORAGE_URL for this fake.
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
}
