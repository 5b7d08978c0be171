// Reads forms with files (multipart/form-data) completely and strictly, within limits, before anything is done with them.
import type { IncomingMessage } from 'node:http';
import type { Multipart, MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EndpointSpec } from '#contract/http.ts';
import { PICTURE_MAX_BYTES } from '#contract/limits.ts';
import { Problem } from './problem.ts';
import { createIntake, type Reception } from './streamed-form.ts';
import { networkOf } from './visitors.ts';

const MAX_PARTS = 20;
const MAX_TEXT_BYTES = 64 * 1024;
const MAX_NAME_BYTES = 100;
/** Allowance for bytes between the parts: headers and blank fields. */
const FRAME_BYTES = 64 * 1024;
/** Maximum bytes that all forms in this process may hold in memory. */
const MAX_HELD_BYTES = 64 * 1024 * 1024;
/** Concurrent forms per person, so that a second form can overlap the one being sent. */
const MAX_AT_ONCE = 2;
const RETRY_SECONDS = 5;

type FormSpec = NonNullable<EndpointSpec['form']>;

export type Form = {
  /** Non-blank text parts by name, not yet validated against the form's schema. */
  fields: Record<string, string>;
  files: Record<string, Buffer>;
  /** Releases the memory; call it once the form has been processed. */
  release(): void;
};

const refuse = (name: string, sentence: string): Problem => new Problem('BAD_INPUT', { fields: { [name]: sentence } });

const fileTooLarge = (name: string): Problem => {
  const message = `This file is too large. The limit is ${PICTURE_MAX_BYTES / 1024 / 1024} MB.`;
  return new Problem('TOO_LARGE', { message, fields: { [name]: message } });
};

const isForm = (contentType: string | undefined): boolean => /^multipart\/form-data\s*;/i.test(contentType ?? '');

/** Rejects a request whose content type is not a form, before any of its body is read. */
export function requireForm(request: FastifyRequest): void {
  if (!isForm(request.headers['content-type']))
    throw new Problem('NOT_ACCEPTABLE_TYPE', { message: 'Send this as multipart/form-data.' });
}

/** Maximum size of a form: every part at its limit, plus the bytes between them. */
const mostBytes = ({ files }: FormSpec): number =>
  files.length * PICTURE_MAX_BYTES + (MAX_PARTS - files.length) * MAX_TEXT_BYTES + FRAME_BYTES;

const tooLarge = (most: number, isStreamed: boolean): Problem =>
  new Problem(
    'TOO_LARGE',
    isStreamed ? { message: `A form can be at most ${most / 1_000_000} MB. Use resumable uploads beyond that.` } : {},
  );

/** Reads and discards the rest of a rejected form, up to a limit, so that its sender can read the response. */
const dropRest = (raw: IncomingMessage, mayCome: number): void => {
  let rest = mayCome;
  raw.unpipe();
  raw.on('data', (chunk: Buffer) => {
    rest -= chunk.length;
    if (rest < 0) raw.destroy();
  });
  raw.resume();
};

/** Creates the form reader of a process, which tracks how much all forms hold in memory. */
export function createFormReader() {
  const open = new Map<string, number>();
  let held = 0;

  const enter = (request: FastifyRequest): (() => void) => {
    const whose = request.viewer?.id ?? networkOf(request.ip);
    const others = open.get(whose) ?? 0;
    if (others >= MAX_AT_ONCE) throw new Problem('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_SECONDS });
    open.set(whose, others + 1);
    return () => {
      const left = (open.get(whose) ?? 1) - 1;
      if (left > 0) open.set(whose, left);
      else open.delete(whose);
    };
  };

  const readFile = async ({ file, fieldname }: MultipartFile, hold: (bytes: number) => void): Promise<Buffer> => {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of file) {
      size += chunk.length;
      // The parser itself enforces only the limit for the largest file allowed in the form.
      if (size > PICTURE_MAX_BYTES) throw fileTooLarge(fieldname);
      hold(chunk.length);
      chunks.push(chunk);
    }
    if (file.truncated) throw fileTooLarge(fieldname);
    return Buffer.concat(chunks);
  };

  const collect = async (
    parts: AsyncIterable<Multipart>,
    spec: FormSpec,
    hold: (bytes: number) => void,
    intake: ReturnType<typeof createIntake> | null,
  ) => {
    const fields = new Map<string, string>();
    const files = new Map<string, Buffer>();
    const seen = new Set<string>();
    let streamed = 0;
    for await (const part of parts) {
      const name = part.fieldname ?? '';
      const isKnown = part.type === 'file' ? spec.files.includes(name) : Object.hasOwn(spec.fields.shape, name);
      if (!isKnown) throw refuse(name.slice(0, MAX_NAME_BYTES), 'Unknown field.');
      if (seen.has(name)) throw refuse(name, 'Send this field only once.');
      seen.add(name);
      if (part.type === 'file' && name === spec.streamed) {
        streamed += (await intake?.receive(part)) ?? 0;
      } else if (part.type === 'file') {
        const body = await readFile(part, hold);
        // Browsers send an empty file without a name when no file was selected.
        if (body.length > 0 || part.filename) files.set(name, body);
      } else {
        const text = readText(part);
        if (text.trim() !== '') fields.set(name, text);
      }
    }
    return { fields: Object.fromEntries(fields), files: Object.fromEntries(files), streamed };
  };

  // Reads the form of a request. The URL and the caller's permission have already been checked, but not the fields. A streamed
  // file is passed to `reception`; once the form is rejected, nothing more is written to it.
  // @throws Problem BAD_REQUEST for an incomplete form, BAD_INPUT for unknown or repeated parts, TOO_LARGE, TOO_MANY_REQUESTS
  //   for more than two concurrent forms per person, and UNAVAILABLE when all forms together hold too much memory
  const read = async (
    request: FastifyRequest,
    reply: FastifyReply,
    spec: FormSpec,
    reception: Pick<Reception<never, unknown>, 'maxBytes' | 'take'> | null = null,
  ): Promise<Form> => {
    const { raw } = request;
    const most = reception?.maxBytes ?? mostBytes(spec);
    const intake = reception && createIntake(reception.take);
    if (Number(raw.headers['content-length'] ?? 0) > most) {
      // Don't wait for the rest, because no genuine form is this large. The exception is a form that takes a large file: it may
      // be genuine, so its sender must be able to read the response.
      if (intake) dropRest(raw, most);
      else reply.header('connection', 'close');
      throw tooLarge(most, intake !== null);
    }
    let leave = (): void => {};
    let own = 0;
    let come = 0;
    const hold = (bytes: number): void => {
      if (held + bytes > MAX_HELD_BYTES) throw new Problem('UNAVAILABLE', { retryAfterSeconds: RETRY_SECONDS });
      own += bytes;
      held += bytes;
    };
    const release = (): void => {
      held -= own;
      own = 0;
      leave();
    };
    const flood = Promise.withResolvers<never>();
    const count = (chunk: Buffer): void => {
      come += chunk.length;
      if (come > most) flood.reject(tooLarge(most, intake !== null));
    };
    try {
      leave = enter(request);
      const limits = {
        parts: MAX_PARTS,
        fieldNameSize: MAX_NAME_BYTES,
        fieldSize: MAX_TEXT_BYTES,
        fileSize: intake ? most : PICTURE_MAX_BYTES,
      };
      const collected = collect(request.parts({ limits, throwFileSizeLimit: false } as object), spec, hold, intake);
      raw.on('data', count);
      const { streamed, ...form } = await Promise.race([collected, flood.promise]);
      if (come - sizeOf(form) - streamed > FRAME_BYTES) throw new Problem('TOO_LARGE');
      return { ...form, release };
    } catch (error) {
      release();
      await intake?.stop();
      if (come > most && !intake) reply.header('connection', 'close');
      dropRest(raw, intake ? most : Math.max(0, most - come));
      throw asFormProblem(error);
    } finally {
      raw.off('data', count);
    }
  };

  // Discards the form of a request that was rejected before the form was read.
  const drop = ({ raw }: FastifyRequest, spec: FormSpec): void => dropRest(raw, mostBytes(spec));

  return { read, drop };
}

const sizeOf = ({ fields, files }: Pick<Form, 'fields' | 'files'>): number =>
  [...Object.values(fields), ...Object.values(files)].reduce((sum, value) => sum + Buffer.byteLength(value), 0);

const readText = ({ fieldname, value, mimetype, valueTruncated, fieldnameTruncated }: MultipartValue): string => {
  if (fieldnameTruncated || typeof value !== 'string' || mimetype !== 'text/plain')
    throw refuse(fieldname, 'This must be plain text.');
  if (valueTruncated) throw new Problem('TOO_LARGE');
  // A replacement character means that the bytes were not UTF-8; no user typed it.
  if (value.includes('\ufffd')) throw refuse(fieldname, 'This contains unsupported characters.');
  // Forms send a line break as two characters, but it must count as one towards the limits.
  return value.replaceAll('\r\n', '\n');
};

/** Maps the parser's many errors for broken forms to a single error for the sender. */
const asFormProblem = (error: unknown): unknown => {
  if (error instanceof Problem) return error;
  const { statusCode, syscall, code } = error as { statusCode?: number; syscall?: string; code?: string };
  // A failing disk is not the sender's fault; a broken connection is.
  if (syscall !== undefined && code !== 'ECONNRESET' && code !== 'EPIPE') return error;
  return statusCode === 413
    ? new Problem('TOO_LARGE')
    : new Problem('BAD_REQUEST', { message: 'This form is incomplete.' });
};
