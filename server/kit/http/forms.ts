// Reads forms with files (multipart/form-data): whole, bounded and strict, before anything is done with them.
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
/** For what stands between the parts: their heads, and blank texts. */
const FRAME_BYTES = 64 * 1024;
/** What all forms of this process may hold in memory together. */
const MAX_HELD_BYTES = 64 * 1024 * 1024;
/** A person fills in one form; a second one may overtake the first. */
const MAX_AT_ONCE = 2;
const RETRY_SECONDS = 5;

type FormSpec = NonNullable<EndpointSpec['form']>;

export type Form = {
  /** The text parts that are not blank, by name; not yet checked against the form's schema. */
  fields: Record<string, string>;
  files: Record<string, Buffer>;
  /** Gives the memory back; call it when the form has been dealt with. */
  release(): void;
};

const refuse = (name: string, sentence: string): Problem => new Problem('BAD_INPUT', { fields: { [name]: sentence } });

const fileTooLarge = (name: string): Problem => {
  const message = `This file is too large: at most ${PICTURE_MAX_BYTES / 1024 / 1024} MB.`;
  return new Problem('TOO_LARGE', { message, fields: { [name]: message } });
};

const isForm = (contentType: string | undefined): boolean => /^multipart\/form-data\s*;/i.test(contentType ?? '');

/** Refuses what is no form by its type, before anything of the body is read. */
export function requireForm(request: FastifyRequest): void {
  if (!isForm(request.headers['content-type']))
    throw new Problem('NOT_ACCEPTABLE_TYPE', { message: 'Send this as multipart/form-data.' });
}

/** Bytes that a form can have: each part at its most, and what stands between them. */
const mostBytes = ({ files }: FormSpec): number =>
  files.length * PICTURE_MAX_BYTES + (MAX_PARTS - files.length) * MAX_TEXT_BYTES + FRAME_BYTES;

const tooLarge = (most: number, isStreamed: boolean): Problem =>
  new Problem(
    'TOO_LARGE',
    isStreamed ? { message: `A form may have at most ${most / 1_000_000} MB. Upload larger files resumably.` } : {},
  );

/** What a refused form still sends is read and dropped, so that its sender gets to the answer; but not without end. */
const dropRest = (raw: IncomingMessage, mayCome: number): void => {
  let rest = mayCome;
  raw.unpipe();
  raw.on('data', (chunk: Buffer) => {
    rest -= chunk.length;
    if (rest < 0) raw.destroy();
  });
  raw.resume();
};

/** Reads forms for one process, which knows how much they hold together. */
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
      // The parser's own limit is that of the largest file that the form may have.
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
      if (!isKnown) throw refuse(name.slice(0, MAX_NAME_BYTES), 'This is not a known field.');
      if (seen.has(name)) throw refuse(name, 'Send this once.');
      seen.add(name);
      if (part.type === 'file' && name === spec.streamed) {
        streamed += (await intake?.receive(part)) ?? 0;
      } else if (part.type === 'file') {
        const body = await readFile(part, hold);
        // Browsers send a file that nobody has chosen as an empty one without a name.
        if (body.length > 0 || part.filename) files.set(name, body);
      } else {
        const text = readText(part);
        if (text.trim() !== '') fields.set(name, text);
      }
    }
    return { fields: Object.fromEntries(fields), files: Object.fromEntries(files), streamed };
  };

  // Reads a request's form. The address and the right to call have been checked; the fields have not. A file that the form
  // streams goes to the reception; when the form is refused, nobody writes to that any more.
  // @throws Problem BAD_REQUEST for what is no whole form, BAD_INPUT for unknown or repeated parts, TOO_LARGE,
  //   TOO_MANY_REQUESTS beyond two forms of a person at once, and UNAVAILABLE when all forms together hold too much
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
      // The rest is not waited for: whoever sends so much is no form of ours. But where a file is expected, its sender may
      // well be in good faith, and gets to the answer.
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

  // Reads and drops the form of a call that was refused before it.
  const drop = ({ raw }: FastifyRequest, spec: FormSpec): void => dropRest(raw, mostBytes(spec));

  return { read, drop };
}

const sizeOf = ({ fields, files }: Pick<Form, 'fields' | 'files'>): number =>
  [...Object.values(fields), ...Object.values(files)].reduce((sum, value) => sum + Buffer.byteLength(value), 0);

const readText = ({ fieldname, value, mimetype, valueTruncated, fieldnameTruncated }: MultipartValue): string => {
  if (fieldnameTruncated || typeof value !== 'string' || mimetype !== 'text/plain')
    throw refuse(fieldname, 'This must be plain text.');
  if (valueTruncated) throw new Problem('TOO_LARGE');
  // What stands for bytes that are no UTF-8 was never typed by anybody.
  if (value.includes('\ufffd')) throw refuse(fieldname, 'This contains characters that cannot be used.');
  // Forms write every line break as two characters, which would also count as two.
  return value.replaceAll('\r\n', '\n');
};

/** The parser says of broken forms what is wrong in many ways; to their sender they are one. */
const asFormProblem = (error: unknown): unknown => {
  if (error instanceof Problem) return error;
  const { statusCode, syscall, code } = error as { statusCode?: number; syscall?: string; code?: string };
  // A disk that fails is no fault of the form; a connection that breaks is.
  if (syscall !== undefined && code !== 'ECONNRESET' && code !== 'EPIPE') return error;
  return statusCode === 413
    ? new Problem('TOO_LARGE')
    : new Problem('BAD_REQUEST', { message: 'This form is not whole.' });
};
