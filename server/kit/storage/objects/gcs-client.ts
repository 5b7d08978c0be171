/**
 * Speaks the JSON API of Google Cloud Storage with one bucket: bounded in time and memory, each transfer checked by CRC32C.
 * Google's own library knows no time limit of a request and goes on reading what nobody waits for any more.
 */

import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { CRC32C } from '@google-cloud/storage';
import { Agent, type Dispatcher, request } from 'undici';
import { StorageUnavailable } from '#server/kit/storage/errors.ts';
import { crc32cOf, type GcsObject, keptOf, objectOf, readJson, readPage, refusalOf, sized } from './gcs-answers.ts';
import { inChunks } from './gcs-chunks.ts';

/** An object that becomes part of another one. */
export type ComposedPart = Pick<GcsObject, 'name' | 'size'> & { generation?: string };

/** Every method throws `StorageUnavailable` when the service is gone, slow, refuses the site or answers nonsense. */
export interface GcsClient {
  /** What is there under a name; null when nothing is. */
  find(name: string): Promise<GcsObject | null>;
  /** Stores bytes that are in memory. */
  insert(name: string, bytes: Uint8Array): Promise<GcsObject>;
  /**
   * Stores what a source gives, without knowing how much that is; the source does not use its buffers again. Memory: two
   * chunks. Nothing is stored of a source that throws, which is thrown on.
   */
  insertStream(name: string, source: AsyncIterable<Uint8Array>): Promise<GcsObject>;
  /**
   * Bytes from `start` up to `end` or the end of the object, of one generation or of any, and the size of the whole. Null when
   * there is no such object, that generation has gone, or no byte is at `start`.
   */
  read(
    name: string,
    range: { start: number; end: number; generation?: string | undefined },
  ): Promise<{ body: Readable; size: number } | null>;
  /** Joins up to 32 objects, in their order, each in the generation that was seen, where one is named. */
  compose(parts: readonly ComposedPart[], name: string): Promise<GcsObject>;
  /** No object is no error. */
  remove(name: string): Promise<void>;
  /** All objects whose names begin with the prefix, in the order of their names; with `behind` only those after that name. */
  list(prefix: string, behind?: string): AsyncGenerator<GcsObject>;
}

export interface GcsAccess {
  /** Without a slash at its end. */
  endpoint: string;
  bucket: string;
  /** The header `authorization`, or nothing for a service that asks for none. */
  authorize(): Promise<Record<string, string>>;
  /** What a content that is not known ahead is sent in: a multiple of 256 KiB. */
  chunkBytes?: number;
  /** How long the service may take to answer a question, and between two pieces of an answer. */
  answerMs?: number;
  /** The same where it is sent much, or joins much. */
  writeMs?: number;
}

const CHUNK_BYTES = 8 * 1024 * 1024;
const ANSWER_MS = 5000;
/** When 8 MiB go there first, over whatever line. */
const WRITE_MS = 60_000;
const CONNECT_MS = 2000;
const TRIES = 3;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 4000;
const PAGE_OBJECTS = 1000;
/** For so long a bucket that was there is taken to be there still. */
const BUCKET_KNOWN_MS = 10_000;
const FAILING = [408, 429, 500, 502, 503, 504];
const INCOMPLETE = 308;
const NOT_FOUND = 404;
const NO_SUCH_RANGE = 416;
const BYTES = 'application/octet-stream';

type Asked = {
  method: Dispatcher.HttpMethod;
  url: string;
  headers?: Record<string, string>;
  body?: Uint8Array | string;
  headersTimeout?: number;
};
type Answer = Dispatcher.ResponseData;

export function createGcsClient({ endpoint, bucket, authorize, ...set }: GcsAccess): GcsClient {
  const { chunkBytes = CHUNK_BYTES, answerMs = ANSWER_MS, writeMs = WRITE_MS } = set;
  const slow = { headersTimeout: writeMs };
  const agent = new Agent({ headersTimeout: answerMs, bodyTimeout: answerMs * 2, connect: { timeout: CONNECT_MS } });
  const base = `${endpoint}/storage/v1/b/${encodeURIComponent(bucket)}/o`;
  const uploads = `${endpoint}/upload/storage/v1/b/${encodeURIComponent(bucket)}/o`;
  const addressOf = (name: string): string => `${base}/${encodeURIComponent(name)}`;

  /** One request, whatever the answer. */
  async function once({ url, ...asked }: Asked): Promise<Answer> {
    try {
      const headers = { ...(await inTime(authorize(), answerMs)), ...asked.headers };
      return await request(url, { ...asked, headers, body: asked.body ?? null, dispatcher: agent });
    } catch (error) {
      if (error instanceof StorageUnavailable) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw new StorageUnavailable(`the storage service did not answer: ${reason}`, { cause: error });
    }
  }

  /** Asks again while the service fails: all that is asked this way may be asked twice. */
  async function ask(asked: Asked, known: readonly number[] = []): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await once(asked).catch((error: Error) => error);
      if (answer instanceof Error) {
        if (attempt >= TRIES) throw answer;
        await pause(pauseBefore(attempt));
        continue;
      }
      const { statusCode, headers, body } = answer;
      if (statusCode < 300 || known.includes(statusCode)) return answer;
      const told = await body.text().catch(() => '');
      if (!FAILING.includes(statusCode) || attempt >= TRIES) throw refusalOf(statusCode, told);
      await pause(Math.max(pauseBefore(attempt), Math.min(secondsIn(headers['retry-after']) * 1000, LONGEST_PAUSE_MS)));
    }
  }

  let bucketSeenAt = Number.NEGATIVE_INFINITY;
  const askPage = async (query: URLSearchParams): ReturnType<typeof readPage> => {
    const page = await readPage(await ask({ method: 'GET', url: `${base}?${query}` }));
    bucketSeenAt = performance.now();
    return page;
  };

  /**
   * To be asked when an object is not there: the answer is the same when its bucket is not, and then nothing is known of any. By
   * a list, since who may use the objects of a bucket need not be allowed to look at the bucket.
   */
  async function proveBucket(): Promise<void> {
    if (performance.now() - bucketSeenAt >= BUCKET_KNOWN_MS) await askPage(new URLSearchParams({ maxResults: '1' }));
  }

  const askObject = async (asked: Asked): Promise<GcsObject> => objectOf(await readJson(await ask(asked)));

  /** Sends one chunk of a session until the service has all of it. @returns the object, when that was the last one */
  async function sendChunk(session: string, bytes: Buffer, at: number, sum: string | null): Promise<GcsObject | null> {
    const total = sum === null ? '*' : String(at + bytes.byteLength);
    let kept = 0;
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      const range = `bytes ${at + kept}-${at + bytes.byteLength - 1}/${total}`;
      const headers = { 'content-range': range, ...(sum !== null && { 'x-goog-hash': `crc32c=${sum}` }) };
      const sent = await once({ method: 'PUT', url: session, headers, body: bytes.subarray(kept), ...slow }).catch(
        () => null,
      );
      const isKnown = sent !== null && !FAILING.includes(sent.statusCode);
      if (!isKnown) {
        await sent?.body.dump();
        await pause(pauseBefore(attempt));
      }
      // What became of a request without an answer, the session knows.
      const asked: Asked = { method: 'PUT', url: session, headers: { 'content-range': `bytes */${total}` } };
      const state = isKnown ? sent : await ask(asked, [INCOMPLETE]);
      if (state.statusCode < 300) return objectOf(await readJson(state));
      const told = await state.body.text();
      if (state.statusCode !== INCOMPLETE) throw refusalOf(state.statusCode, told);
      const before = kept;
      kept = keptOf(state.headers.range) - at;
      if (kept === bytes.byteLength && sum === null) return null;
      if (kept < 0 || kept > bytes.byteLength) throw new StorageUnavailable('the storage service lost its place');
      if (kept > before) attempt = 0;
    }
    throw new StorageUnavailable('the storage service took no more of a content');
  }

  async function openSession(name: string): Promise<string> {
    const { headers, body } = await ask({
      method: 'POST',
      url: `${uploads}?uploadType=resumable`,
      headers: { 'content-type': 'application/json', 'x-upload-content-type': BYTES },
      body: JSON.stringify({ name, contentType: BYTES }),
    });
    await body.dump();
    if (typeof headers.location !== 'string') throw new StorageUnavailable('the storage service opened no session');
    return headers.location;
  }

  const insert: GcsClient['insert'] = async (name, bytes) => {
    const metadata = JSON.stringify({ name, contentType: BYTES, crc32c: crc32cOf(bytes) });
    const head = `--helix\r\ncontent-type: application/json\r\n\r\n${metadata}\r\n--helix\r\ncontent-type: ${BYTES}\r\n\r\n`;
    const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--helix--\r\n')]);
    const headers = { 'content-type': 'multipart/related; boundary=helix' };
    const url = `${uploads}?uploadType=multipart`;
    return sized(await askObject({ method: 'POST', url, headers, body, ...slow }), bytes.byteLength);
  };

  return {
    insert,

    async find(name) {
      const answer = await ask({ method: 'GET', url: addressOf(name) }, [NOT_FOUND]);
      if (answer.statusCode !== NOT_FOUND) return objectOf(await readJson(answer));
      await answer.body.dump();
      await proveBucket();
      return null;
    },

    async insertStream(name, source) {
      const chunks = inChunks(source, chunkBytes);
      let chunk = (await chunks.next()).value ?? Buffer.alloc(0);
      let next = (await chunks.next()).value;
      if (!next) return await insert(name, chunk);
      const session = await openSession(name);
      try {
        const sum = new CRC32C();
        for (let at = 0; ; at += chunk.byteLength, chunk = next, next = (await chunks.next()).value) {
          sum.update(chunk);
          const stored = await sendChunk(session, chunk, at, next ? null : sum.toString());
          if (stored) return sized(stored, at + chunk.byteLength);
          if (!next) throw new StorageUnavailable('the storage service did not finish a content');
        }
      } catch (error) {
        await chunks.return(undefined);
        await once({ method: 'DELETE', url: session }).then(
          ({ body }) => body.dump(),
          () => {},
        );
        throw error;
      }
    },

    async read(name, { start, end, generation }) {
      const url = `${addressOf(name)}?alt=media${generation === undefined ? '' : `&generation=${generation}`}`;
      // With gzip, what somebody stored packed comes as it is stored.
      const headers = { 'accept-encoding': 'gzip', range: `bytes=${start}-${end - 1}` };
      const answer = await ask({ method: 'GET', url, headers }, [NOT_FOUND, NO_SUCH_RANGE]);
      const told = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(String(answer.headers['content-range']));
      if (answer.statusCode === 206 && told) {
        const size = Number(told[3]);
        if (Number(told[1]) === start && Number(told[2]) + 1 === Math.min(end, size))
          return { body: answer.body, size };
      }
      answer.body.on('error', () => {}).destroy();
      if (answer.statusCode === NOT_FOUND) await proveBucket();
      if (answer.statusCode === NOT_FOUND || answer.statusCode === NO_SUCH_RANGE) return null;
      throw new StorageUnavailable('the storage service sent another part than it was asked for');
    },

    async compose(parts, name) {
      const size = parts.reduce((sum, part) => sum + part.size, 0);
      const body = JSON.stringify({
        destination: { contentType: BYTES },
        sourceObjects: parts.map((part) => ({ name: part.name, generation: part.generation })),
      });
      const headers = { 'content-type': 'application/json' };
      return sized(
        await askObject({ method: 'POST', url: `${addressOf(name)}/compose`, headers, body, ...slow }),
        size,
      );
    },

    async remove(name) {
      const { statusCode, body } = await ask({ method: 'DELETE', url: addressOf(name) }, [NOT_FOUND]);
      await body.dump();
      if (statusCode === NOT_FOUND) await proveBucket();
    },

    async *list(prefix, behind) {
      let pageToken = '';
      do {
        const query = new URLSearchParams({
          prefix,
          maxResults: String(PAGE_OBJECTS),
          ...(behind !== undefined && { startOffset: behind }),
          ...(pageToken && { pageToken }),
        });
        const page = await askPage(query);
        // Google's offset is a name that may be among them.
        for (const item of page.items) if (behind === undefined || item.name !== behind) yield objectOf(item);
        pageToken = page.nextPageToken;
      } while (pageToken !== '');
    },
  };
}

const pauseBefore = (attempt: number): number => FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random());

const secondsIn = (header: string | string[] | undefined): number => Number(header) || 0;

/** Google's library waits for a machine's token as long as it takes. */
async function inTime<Value>(asked: Promise<Value>, limitMs: number): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no token within ${limitMs} ms`)), limitMs);
  try {
    return await Promise.race([asked, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
