// Ways into the stand-in for Google Cloud Storage: an object in one request (media, multipart), or in a session (resumable).
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type Claimed, type FakeBucket, GcsFakeRefusal, type KeptObject } from './gcs-objects.fake.ts';

/** A chunk that is not the last one is kept up to a multiple of this. */
const CHUNK_STEP = 256 * 1024;
const INCOMPLETE = 308;

type Session = {
  name: string;
  claimed: Claimed;
  query: URLSearchParams;
  received: Buffer[];
  length: number;
  done: KeptObject | null;
};
export type FakeAnswer = { status: number; headers?: Record<string, string>; body?: unknown };

const bad = (message: string): GcsFakeRefusal => new GcsFakeRefusal(400, 'invalid', message);

/** `X-Goog-Hash: crc32c=…,md5=…`. */
const hashesOf = (headers: IncomingHttpHeaders): Claimed => {
  const told = Object.fromEntries(
    String(headers['x-goog-hash'] ?? '')
      .split(',')
      .filter(Boolean)
      .map((part) => [part.slice(0, part.indexOf('=')).trim(), part.slice(part.indexOf('=') + 1)]),
  );
  return { ...(told.crc32c && { crc32c: told.crc32c }), ...(told.md5 && { md5Hash: told.md5 }) };
};

/** The two parts of `multipart/related`: what is said of an object, and its bytes. */
const splitParts = (body: Buffer, contentType: string): { metadata: Claimed & { name?: string }; content: Buffer } => {
  const boundary = /boundary="?([^";]+)"?/.exec(contentType)?.[1];
  if (!boundary) throw bad('Missing boundary of the multipart body.');
  const parts: Buffer[] = [];
  for (let at = body.indexOf(`--${boundary}\r\n`); at !== -1; ) {
    const head = body.indexOf('\r\n\r\n', at);
    const end = body.indexOf(`\r\n--${boundary}`, head);
    if (head === -1 || end === -1) break;
    parts.push(body.subarray(head + 4, end));
    at = body.indexOf(`--${boundary}\r\n`, end);
  }
  const [said, content] = parts;
  if (!said || !content || parts.length !== 2) throw bad('A multipart upload has two parts.');
  return { metadata: JSON.parse(said.toString()), content };
};

export const createFakeUploads = (bucket: FakeBucket, url: () => string) => {
  const sessions = new Map<string, Session>();
  let isDamaging = false;

  /** The bytes as they came, or with one that is another. */
  const arrive = (content: Buffer): Buffer => {
    const arrived = Buffer.from(content);
    if (isDamaging && arrived.byteLength > 0) arrived[0] = (arrived[0] ?? 0) ^ 1;
    isDamaging = false;
    return arrived;
  };

  const begin = (body: Buffer, query: URLSearchParams, headers: IncomingHttpHeaders): FakeAnswer => {
    const said = (body.byteLength > 0 ? JSON.parse(body.toString()) : {}) as Claimed & { name?: string };
    const name = query.get('name') ?? said.name;
    if (!name) throw bad('Required object name.');
    bucket.demandConditions(name, query);
    const id = randomUUID();
    const contentType = said.contentType ?? headers['x-upload-content-type'];
    const claimed = { ...said, ...(contentType && { contentType: String(contentType) }) };
    sessions.set(id, { name, claimed, query, received: [], length: 0, done: null });
    return {
      status: 200,
      headers: { location: `${url()}/upload/storage/v1/b/${bucket.name}/o?uploadType=resumable&upload_id=${id}` },
    };
  };

  const sessionOf = (query: URLSearchParams): Session => {
    const session = sessions.get(query.get('upload_id') ?? '');
    if (!session) throw new GcsFakeRefusal(404, 'notFound', 'No such upload session.');
    return session;
  };

  const progressOf = ({ length }: Session): FakeAnswer => ({
    status: INCOMPLETE,
    headers: length > 0 ? { range: `bytes=0-${length - 1}` } : {},
  });

  const finish = (session: Session, headers: IncomingHttpHeaders): FakeAnswer => {
    bucket.demandConditions(session.name, session.query);
    const claimed = { ...session.claimed, ...hashesOf(headers) };
    session.done ??= bucket.keep(session.name, Buffer.concat(session.received), { claimed });
    session.received = [];
    return { status: 200, body: bucket.describe(session.done) };
  };

  return {
    sessions,
    /** The next bytes that come are changed on the way. */
    damageNext: () => {
      isDamaging = true;
    },

    insert(body: Buffer, query: URLSearchParams, headers: IncomingHttpHeaders): FakeAnswer {
      const kind = query.get('uploadType');
      if (kind === 'resumable') return begin(body, query, headers);
      const { metadata, content } =
        kind === 'multipart'
          ? splitParts(body, headers['content-type'] ?? '')
          : { metadata: { contentType: headers['content-type'] ?? '' } as Claimed & { name?: string }, content: body };
      const name = query.get('name') ?? metadata.name;
      if (!name) throw bad('Required object name.');
      bucket.demandConditions(name, query);
      const kept = bucket.keep(name, arrive(content), { claimed: { ...metadata, ...hashesOf(headers) } });
      return { status: 200, body: bucket.describe(kept) };
    },

    /** A chunk of a session; without bytes of its own, the question how far the session is. */
    proceed(body: Buffer, query: URLSearchParams, headers: IncomingHttpHeaders): FakeAnswer {
      const session = sessionOf(query);
      if (session.done) return { status: 200, body: bucket.describe(session.done) };
      const told = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+|\*)$/.exec(
        headers['content-range'] ?? `bytes 0-${body.byteLength - 1}/${body.byteLength}`,
      );
      if (!told) throw bad('Failed to parse Content-Range header.');
      const total = told[3] === '*' ? null : Number(told[3]);
      if (told[1] === undefined) return session.length === total ? finish(session, headers) : progressOf(session);
      if (Number(told[1]) !== session.length) return progressOf(session);
      const isLast = total !== null && Number(told[2]) + 1 === total;
      const kept = isLast ? body : body.subarray(0, body.byteLength - (body.byteLength % CHUNK_STEP));
      session.received.push(arrive(kept));
      session.length += kept.byteLength;
      return session.length === total ? finish(session, headers) : progressOf(session);
    },

    /** Google answers the end of a session with 499. */
    cancel(query: URLSearchParams): FakeAnswer {
      sessionOf(query);
      sessions.delete(query.get('upload_id') ?? '');
      return { status: 499 };
    },
  };
};
