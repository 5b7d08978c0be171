/** Sends a stored file as a download that can be resumed, is cached by its content and is never shown inline. */

import type { OutgoingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FileMissing } from '#server/kit/storage/errors.ts';
import type { Storage, StoredFile } from '#server/kit/storage/storage.ts';
import { attachmentDisposition } from './attachment-name.ts';
import { decideRange, parseRange, type RangeDecision } from './range.ts';
import { pumpFile } from './stream-file.ts';

/** A client that reads nothing for this long is disconnected; it can resume the download later. */
export const STALL_TIMEOUT_MS = 60_000;
/** Maximum time for which `onFirstByte` can delay the first byte. */
const ANNOUNCE_MS = 1000;
const ETAG_DIGITS = 32;
const AHEAD_BYTES = 64 * 1024;
/** Headers that hooks may have set for an ordinary response but that would be wrong for a file. */
const NOT_INHERITED = ['content-length', 'content-encoding', 'transfer-encoding', 'content-range', 'trailer'];

export type SentContent = {
  /** Total size in bytes. */
  size: number;
  /** Strong entity tag, including its quotes. */
  etag: string;
  /** SHA-256 of the whole content, 64 hexadecimal digits; omitted when it is not known in advance. */
  sha256?: string;
  /** File name for saving, as its owner wrote it; it is sanitised here. */
  name: string;
  mediaType: string;
  modifiedAt?: Date;
};

export interface SentFile extends Omit<SentContent, 'etag'> {
  storage: Storage;
  key: string;
  /** SHA-256 that was recorded with the size when the file was stored. */
  sha256: string;
  /** Defaults to the start of the SHA-256. */
  etag?: string;
  /** CRC-32. Content read over a network is verified against it before the last bytes of the file are sent. */
  crc32?: number;
}

export type SendFileOptions = {
  /**
   * URL path under which the front server serves the storage folder, such as "/_protected/": nginx `location /_protected/ {
   * internal; alias <the storage's objects folder>/; }`. The front server sends the bytes and handles range and conditional
   * requests. It passes on this response's type, name and caching headers; other headers must be added in that location.
   */
  accelPrefix?: string | null;
  /**
   * Whether to redirect to the storage service, if the storage is configured for that. Must not be set for content whose ETag at
   * the service would be misleading.
   */
  mayLink?: boolean;
  /**
   * Called once, before the first byte, if the response starts at the beginning of the file or redirects to the storage service.
   * Used to count downloads. It is awaited for at most one second, so that a download is counted before its bytes arrive. Errors
   * are only logged.
   */
  onFirstByte?: () => void | Promise<void>;
  /** Whether to read the first bytes before sending the headers. Used for remote storage, because it may be down. */
  readsAhead?: boolean;
  /** Time without progress before the connection is cut; one minute, shorter in tests. */
  stallTimeoutMs?: number;
};

/** Result of sending: `complete` is false when the client disconnected or the file failed midway. */
export type SendFileOutcome = {
  status: number;
  bytesSent: number;
  complete: boolean;
};

/**
 * Sends the file and resolves once the last byte has been sent.
 *
 * Headers that hooks set on the reply are included. Cookies set with `reply.setCookie` in the same request are not, because the
 * hook that writes them does not run for a hijacked reply. Throws `FileMissing` before any header is sent when the stored file is
 * missing or its size differs from the recorded one, so that the caller can still respond with a page. A later failure breaks the
 * connection, because ending it normally would make a truncated file look complete.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: SentFile,
  options: SendFileOptions = {},
): Promise<SendFileOutcome> {
  const frontPath = options.accelPrefix ? file.storage.frontPath(file.key) : null;
  if (options.accelPrefix && frontPath !== null) {
    assertSize(file, (await file.storage.stat(file.key))?.size);
    return handOver(request, reply, file, `${options.accelPrefix.replace(/\/+$/, '')}/${frontPath}`, options);
  }
  if (options.mayLink && file.storage.linkSeconds !== null && request.raw.method === 'GET') {
    assertSize(file, (await file.storage.stat(file.key))?.size);
    const address = await file.storage.signedLink(file.key, {
      ttlSeconds: file.storage.linkSeconds,
      contentDisposition: attachmentDisposition(file.name),
      mediaType: file.mediaType,
    });
    if (address !== null) return leadTo(request, reply, address, options);
  }
  const stored = await file.storage.open(file.key, file.crc32);
  try {
    assertSize(file, stored.size);
    const { remote } = file.storage;
    return await sendContent(request, reply, contentOf(file), stored, { readsAhead: remote, ...options });
  } finally {
    await stored.close();
  }
}

/**
 * Sends content that is already open, such as an archive generated on the fly; the caller closes it. Works like `sendFile`, but
 * never uses the front server, which can only send files.
 */
export async function sendContent(
  request: FastifyRequest,
  reply: FastifyReply,
  content: SentContent,
  stored: StoredFile,
  options: Omit<SendFileOptions, 'accelPrefix'> = {},
): Promise<SendFileOutcome> {
  const { method, headers } = request.raw;
  const decision = decideRange(method ?? 'GET', headers, content);
  const response = reply.raw;
  const answerHeaders = headersFor(reply, content, decision);
  const hasBody = method === 'GET' && (decision.status === 200 || decision.status === 206);
  const begun = hasBody && options.readsAhead ? await readAhead(stored, decision) : stored;
  reply.hijack();
  try {
    response.writeHead(decision.status, answerHeaders);
    if (hasBody && decision.start === 0) await announceFirstByte(request, options);
    if (!hasBody) {
      response.end();
      return { status: decision.status, bytesSent: 0, complete: true };
    }
    // Node's socket timer counts bytes actually sent, so a slow client does not count as stalled.
    const stallTimeoutMs = options.stallTimeoutMs ?? STALL_TIMEOUT_MS;
    if (response.socket?.setTimeout) response.setTimeout(stallTimeoutMs, () => response.destroy());
    const bytesSent = await pumpFile(begun, response, decision.start, decision.end);
    const complete = bytesSent === decision.end - decision.start;
    if (complete) response.end();
    else response.destroy();
    return { status: decision.status, bytesSent, complete };
  } catch (error) {
    request.log.error({ err: error, name: content.name }, 'sending a file failed');
    response.destroy();
    return { status: decision.status, bytesSent: 0, complete: false };
  }
}

/** Lets the front server send the bytes. It also evaluates conditional headers, because it uses its own entity tag. */
async function handOver(
  request: FastifyRequest,
  reply: FastifyReply,
  file: SentFile,
  address: string,
  options: SendFileOptions,
): Promise<SendFileOutcome> {
  const whole: RangeDecision = { status: 200, start: 0, end: file.size };
  const headers = headersFor(reply, contentOf(file), whole);
  delete headers.etag;
  delete headers['last-modified'];
  delete headers['content-length'];
  // The front server adds this header itself, so it would be sent twice.
  delete headers['accept-ranges'];
  reply.hijack();
  reply.raw.writeHead(200, { ...headers, 'x-accel-redirect': address, 'content-length': 0 });
  if (beginsAtFirstByte(request, file)) await announceFirstByte(request, options);
  reply.raw.end();
  return { status: 200, bytesSent: 0, complete: true };
}

/** Redirects to the storage service, which handles range and conditional requests itself, with its own ETag. */
async function leadTo(
  request: FastifyRequest,
  reply: FastifyReply,
  address: string,
  options: SendFileOptions,
): Promise<SendFileOutcome> {
  reply.hijack();
  // Not cached, so that each part of a resumed download is requested here again and current permissions apply.
  reply.raw.writeHead(302, {
    ...ownHeaders(reply),
    location: address,
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-length': 0,
  });
  // Called for every redirect, because the link serves any part of the file, whichever part was requested. Downloads are counted
  // once per person and day anyway.
  await announceFirstByte(request, options);
  reply.raw.end();
  return { status: 302, bytesSent: 0, complete: true };
}

function beginsAtFirstByte(request: FastifyRequest, file: SentFile): boolean {
  const { method, headers } = request.raw;
  if (method !== 'GET' || headers['if-none-match'] !== undefined) return false;
  const range = parseRange(headers.range, file.size);
  return range.kind === 'whole' || (range.kind === 'part' && range.start === 0);
}

/** The same file, with the first bytes from `start` already read. */
async function readAhead(file: StoredFile, { start, end }: RangeDecision): Promise<StoredFile> {
  const first = Buffer.allocUnsafe(Math.min(AHEAD_BYTES, end - start));
  const count = await file.read(first, start);
  return {
    ...file,
    async read(buffer, position) {
      if (position !== start || count < first.length) return await file.read(buffer, position);
      const taken = first.copy(buffer);
      const rest = buffer.subarray(taken);
      return rest.byteLength === 0 ? taken : taken + (await file.read(rest, start + taken));
    },
  };
}

async function announceFirstByte(request: FastifyRequest, options: SendFileOptions): Promise<void> {
  const announce = async (): Promise<void> => {
    try {
      await options.onFirstByte?.();
    } catch (error) {
      request.log.error({ err: error }, 'could not count a download');
    }
  };
  await Promise.race([announce(), sleep(ANNOUNCE_MS, undefined, { ref: false })]);
}

function ownHeaders(reply: FastifyReply): OutgoingHttpHeaders {
  const headers: OutgoingHttpHeaders = {};
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined && !NOT_INHERITED.includes(name)) headers[name] = value;
  }
  return headers;
}

function headersFor(reply: FastifyReply, content: SentContent, decision: RangeDecision): OutgoingHttpHeaders {
  const headers = ownHeaders(reply);
  headers.etag = content.etag;
  headers['accept-ranges'] = 'bytes';
  headers['cache-control'] = 'private, no-transform';
  headers['x-content-type-options'] = 'nosniff';
  headers['content-security-policy'] = "sandbox; default-src 'none'";
  if (content.modifiedAt) headers['last-modified'] = content.modifiedAt.toUTCString();
  delete headers['content-type'];
  if (decision.status === 304) return headers;
  if (decision.status === 412 || decision.status === 416) {
    if (decision.status === 416) headers['content-range'] = `bytes */${content.size}`;
    headers['content-length'] = 0;
    return headers;
  }
  headers['content-type'] = content.mediaType;
  headers['content-disposition'] = attachmentDisposition(content.name);
  headers['content-length'] = decision.end - decision.start;
  if (content.sha256 !== undefined) {
    // Both headers describe the whole file, whichever part is sent. RFC 9530 defines the first one. RFC 3230 defines the second
    // one, for older clients.
    const digest = Buffer.from(content.sha256, 'hex').toString('base64');
    headers['repr-digest'] = `sha-256=:${digest}:`;
    headers.digest = `SHA-256=${digest}`;
  }
  if (decision.status === 206) {
    headers['content-range'] = `bytes ${decision.start}-${decision.end - 1}/${content.size}`;
  }
  return headers;
}

function contentOf(file: SentFile): SentContent {
  return { ...file, etag: file.etag ?? `"${file.sha256.slice(0, ETAG_DIGITS)}"` };
}

function assertSize(file: SentFile, found: number | undefined): void {
  if (found === file.size) return;
  throw new FileMissing(`stored file ${file.key} has ${found ?? 'no'} bytes instead of the recorded ${file.size}`);
}
