/** Reads uploaded pictures, LUTs and 3D models in separate processes, so that a file that crashes its process does not stop the server. */

import { fileURLToPath } from 'node:url';
import type { EncodingName, PlateName } from '#contract/resources/luts.ts';
import type { ArchiveFacts, ArchiveRefusal } from '#server/kit/archives/contents.ts';
import { Problem } from '#server/kit/http/problem.ts';
import type { Logger } from '#server/kit/ops/logger.ts';
import { runLimited } from '#server/kit/security/limited-process.ts';
import type { ProcessLimits, ProcessOutcome } from '#server/kit/security/process-limits.ts';
import type { ModelFormat } from './file-kind.ts';
import type { FontView } from './font-file.ts';
import type { PictureFacts, PictureView, Still } from './frames.ts';
import { type ImageRefusal, ImageRefused } from './image-refused.ts';
import { imageRefusalOf } from './image-worker-exit.ts';
import type { PictureSize } from './images.ts';
import type { LottieView } from './lottie-file.ts';
import { type CubeRefusal, cubeRefusals } from './luts/cube-file.ts';
import { PLATE_SIZE } from './luts/lut-plates.ts';
import type { LutQuality } from './luts/lut-quality.ts';
import type { ModelFacts, ModelShape, ModelView } from './models/model-file.ts';
import { type ModelRefusal, modelRefusals } from './models/model-refused.ts';
import { flattenPixels } from './thumbnails.ts';

/** The system's fonts, for the text of SVGs. */
const FONTS = ['/etc/fonts', '/usr/share/fonts', '/var/cache/fontconfig'];
/** Measured for pictures of 40 megapixels: see image-maker.ts. */
const LIMITS: ProcessLimits = { memoryKb: 1_500_000, cpuSeconds: 40, timeMs: 30_000, outputBytes: 64 * 1024 * 1024 };
const MS_A_PICTURE = 1000;
/** Six stills, or a LUT of 129 points, take 25 s on two cores that ten other programs use (measured). */
const LUT_TIME_MS = 60_000;
/** Each path is passed on the command line and mounted for the process. A command line can hold a few thousand paths. */
const PICTURES_AT_ONCE = 500;
/** A specimen takes 0.5 s (measured), most of it to start the process. */
const FONT_TIME_MS = 10_000;
/** A million triangles take 15 s on a busy machine (measured). */
const MODEL_LIMITS: ProcessLimits = { ...LIMITS, memoryKb: 3_000_000, timeMs: 120_000, cpuSeconds: 120 };
/** The longest lists take 20 s (tar-file.ts, zip/archive-list.ts). */
const CONTENTS_TIME_MS = 40_000;
const MAX_WAITING = 10;
const RETRY_SECONDS = 10;

export type Look = {
  /** Points per axis. */
  size: number;
  dimensions: 1 | 3;
};
export type DrawnLook = { before: Buffer; after: Buffer };

/** Why a LUT cannot be shown; `cubeRefusals` has the sentences. */
export type LutRefused = { refused: CubeRefusal };
export type LutReading = {
  quality: LutQuality;
  /** For browsers; see encodeLutTable. */
  table: Buffer;
};

/** Why a 3D model cannot be shown; `modelRefusals` has the sentences. */
export type ModelNotRead = { refused: ModelRefusal; missing: string[] };
type ModelFile = { path: string; format: ModelFormat };
/** Archives that are listed in the isolated process. */
export type ListedKind = 'zip' | 'rar' | 'tar' | 'gzip';
/** An archive's contents, with its entries as JSON; `body` is an array of ArchivedEntry. */
export type ListedArchive = { facts: ArchiveFacts; body: Buffer } | { refused: ArchiveRefusal };

type Stop = { signal?: AbortSignal | undefined };

export type PictureReader = {
  /**
   * Makes a still of a picture sent in a form, one at a time. @throws ImageRefused, Problem UNAVAILABLE when the queue is full
   */
  readSent(input: Uint8Array, size: PictureSize): Promise<Still>;
  /** Makes a still of the picture at a path, or of these bytes. @throws ImageRefused */
  readStill(picture: string | Uint8Array, size: PictureSize, stop?: Stop): Promise<Still>;
  /** The picture at a path over RGB pixels of this size, which are seen through its transparent parts. @throws ImageRefused */
  readOver(path: string, behind: Buffer, size: PictureSize, stop?: Stop): Promise<Buffer>;
  /** Reduces the picture at a path, or of these bytes, to at most `longest` pixels on its longer side. @throws ImageRefused */
  readView(picture: string | Uint8Array, longest: number, small: PictureSize, stop?: Stop): Promise<PictureView>;
  /** Metadata of the files at these paths; null for each file that is not an acceptable picture. */
  readFacts(paths: readonly string[], stop?: Stop): Promise<(PictureFacts | null)[]>;
  /** Facts and specimen of the font at a path, with `em` pixels per em. @throws ImageRefused */
  readFont(path: string, em: number, small: PictureSize, stop?: Stop): Promise<FontView>;
  /** Checks and reduces the Lottie animation at a path, as JSON or .lottie. @throws ImageRefused */
  readLottie(path: string, stop?: Stop): Promise<LottieView>;
  readModelFacts(model: ModelFile, stop?: Stop): Promise<ModelFacts | ModelNotRead>;
  /** Draws a 3D model as RGB pixels. */
  drawModel(model: ModelFile, size: PictureSize, stop?: Stop): Promise<Buffer | ModelNotRead>;
  /** Reduces a 3D model for browsers and draws it. */
  readModel(model: ModelFile, shape: ModelShape, small: PictureSize, stop?: Stop): Promise<ModelView | ModelNotRead>;
  /** Lists the archive at a path without unpacking it. */
  listArchive(path: string, kind: ListedKind, stop?: Stop): Promise<ListedArchive>;
  /** Draws text with the font in these bytes, one at a time. @throws ImageRefused, Problem UNAVAILABLE when the queue is full */
  drawWords(font: Uint8Array, text: string, em: number): Promise<Buffer>;
  /** The size of the .cube file at a path; null when the file is not valid. */
  readLook(path: string, stop?: Stop): Promise<Look | null>;
  /** A plate in an input encoding as RGB pixels of PLATE_SIZE, as it is and after the .cube file at a path. */
  drawLook(path: string, encoding: EncodingName, plate: PlateName, stop?: Stop): Promise<DrawnLook | LutRefused>;
  /** Measures the .cube file at a path and converts it for browsers. */
  readLut(path: string, stop?: Stop): Promise<LutReading | LutRefused>;
  /**
   * One WebP of PLATE_SIZE for each plate in an input encoding, and a small one of the first: after the .cube file at a path, or
   * as it is without one.
   */
  makeLutStills(
    path: string | null,
    encoding: EncodingName,
    plates: readonly PlateName[],
    small: PictureSize,
    stop?: Stop,
  ): Promise<{ stills: Buffer[]; small: Buffer } | LutRefused>;
};

export function createPictureReader({ log, worker }: { log: Logger; worker?: string }): PictureReader {
  const script = worker ?? fileURLToPath(new URL('./image-reader-worker.ts', import.meta.url));
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  const run = async (
    args: string[],
    options: { input?: Uint8Array | undefined; timeMs?: number; isModel?: boolean; reads?: readonly string[] } & Stop,
  ): Promise<ProcessOutcome> => {
    const usual = options.isModel ? MODEL_LIMITS : LIMITS;
    const limits = options.timeMs
      ? { ...usual, timeMs: options.timeMs, cpuSeconds: Math.ceil(options.timeMs / 1000) }
      : usual;
    const heap = options.isModel ? 1200 : 256;
    const command = [process.execPath, `--max-old-space-size=${heap}`, script, ...args] as const;
    const reads = [script, ...FONTS, ...(options.reads ?? [])];
    const outcome = await runLimited(command, limits, { input: options.input, signal: options.signal, reads });
    // If the server is stopping, the outcome says nothing about the picture.
    options.signal?.throwIfAborted();
    if (outcome.code !== 0 && !imageRefusalOf(outcome.code)) {
      const { code, signal, errors, ended } = outcome;
      log.warn({ code, signal, errors, ended }, 'An uploaded picture crashed the process that was reading it');
    }
    return outcome;
  };

  const inTurn = async <T>(make: () => Promise<T>): Promise<T> => {
    if (waiting >= MAX_WAITING) throw new Problem('UNAVAILABLE', { retryAfterSeconds: RETRY_SECONDS });
    waiting += 1;
    const turn = last.then(make);
    last = turn.catch(() => {});
    try {
      return await turn;
    } finally {
      waiting -= 1;
    }
  };

  const still = async (paths: string[], size: PictureSize, options: { input?: Uint8Array } & Stop): Promise<Still> => {
    const args = ['still', String(size.width), String(size.height), ...paths];
    const outcome = await run(args, { ...options, reads: paths });
    const reason: ImageRefusal | undefined = imageRefusalOf(outcome.code);
    const told = outcome.code === 0 ? splitAnswer<PictureFacts>(outcome.output) : null;
    if (!told || told.rest.length !== size.width * size.height * 3) throw new ImageRefused(reason ?? 'damaged');
    return { ...told.facts, pixels: told.rest };
  };

  const readCube = async <Facts>(args: string[], path: string | null, stop: Stop) => {
    const { code, output } = await run(args, { ...stop, timeMs: LUT_TIME_MS, reads: path ? [path] : [] });
    const told = splitAnswer<Facts & Partial<LutRefused>>(output);
    if (code === 0 && told) return told;
    const reason = told?.facts.refused;
    return { refused: reason && Object.hasOwn(cubeRefusals, reason) ? reason : 'failed' } satisfies LutRefused;
  };

  const readModelAs = async <Facts>(mode: string, { path, format }: ModelFile, args: string[], stop: Stop) => {
    const { code, output } = await run([mode, path, format, ...args], { ...stop, isModel: true, reads: [path] });
    const told = splitAnswer<Facts & Partial<ModelNotRead>>(output);
    if (code === 0 && told) return told;
    const { refused = '', missing = [] } = told?.facts ?? {};
    return Object.hasOwn(modelRefusals, refused)
      ? ({ refused: refused as ModelRefusal, missing } satisfies ModelNotRead)
      : ({ refused: 'failed', missing: [] } satisfies ModelNotRead);
  };

  return {
    readSent: (input, size) => inTurn(() => still([], size, { input })),

    readStill: (picture, size, stop = {}) =>
      typeof picture === 'string' ? still([picture], size, stop) : still([], size, { ...stop, input: picture }),

    async readOver(path, behind, { width, height }, stop = {}) {
      const outcome = await run(['layer', String(width), String(height), path], { ...stop, reads: [path] });
      const told = outcome.code === 0 ? splitAnswer<object>(outcome.output) : null;
      if (told?.rest.length !== width * height * 4) throw new ImageRefused(imageRefusalOf(outcome.code) ?? 'damaged');
      return flattenPixels(told.rest, behind);
    },

    async readView(picture, longest, { width, height }, stop = {}) {
      const paths = typeof picture === 'string' ? [picture] : [];
      const input = typeof picture === 'string' ? undefined : picture;
      const args = ['view', ...[longest, width, height].map(String), ...paths];
      const outcome = await run(args, { ...stop, input, reads: paths });
      const told =
        outcome.code === 0
          ? splitAnswer<Omit<PictureView, 'body' | 'small'> & { bytes: number }>(outcome.output)
          : null;
      if (!told) throw new ImageRefused(imageRefusalOf(outcome.code) ?? 'damaged');
      const { bytes, ...shown } = told.facts;
      return { ...shown, body: told.rest.subarray(0, bytes), small: told.rest.subarray(bytes) };
    },

    async readFacts(paths, stop = {}) {
      const found: (PictureFacts | null)[] = [];
      // One process reads many pictures. If a picture crashes it, its result is null, and a new process continues with the next
      // one.
      while (found.length < paths.length) {
        const rest = paths.slice(found.length, found.length + PICTURES_AT_ONCE);
        const input = Buffer.from(rest.map((path) => `${path}\n`).join(''));
        const timeMs = LIMITS.timeMs + rest.length * MS_A_PICTURE;
        const outcome = await run(['facts'], { ...stop, input, timeMs, reads: rest });
        const lines = outcome.output.toString().split('\n').slice(0, -1);
        found.push(...lines.slice(0, rest.length).map((line) => JSON.parse(line) as PictureFacts | null));
        if (lines.length < rest.length) found.push(null);
      }
      return found;
    },

    async readFont(path, em, { width, height }, stop = {}) {
      const args = ['font', ...[em, width, height].map(String), path];
      const outcome = await run(args, { ...stop, timeMs: FONT_TIME_MS, reads: [path] });
      const told =
        outcome.code === 0 ? splitAnswer<Omit<FontView, 'body' | 'small'> & { bytes: number }>(outcome.output) : null;
      if (!told) throw new ImageRefused(imageRefusalOf(outcome.code) ?? 'damaged');
      const { bytes, ...shown } = told.facts;
      return { ...shown, body: told.rest.subarray(0, bytes), small: told.rest.subarray(bytes) };
    },

    async readLottie(path, stop = {}) {
      const outcome = await run(['lottie', path], { ...stop, timeMs: FONT_TIME_MS, reads: [path] });
      const told = outcome.code === 0 ? splitAnswer<LottieView['facts']>(outcome.output) : null;
      if (!told) throw new ImageRefused(imageRefusalOf(outcome.code) ?? 'damaged');
      return { facts: told.facts, body: told.rest };
    },

    async readModelFacts(model, stop = {}) {
      const told = await readModelAs<ModelFacts>('modelFacts', model, [], stop);
      return 'refused' in told ? told : told.facts;
    },

    async drawModel(model, { width, height }, stop = {}) {
      const told = await readModelAs<object>('modelStill', model, [String(width), String(height)], stop);
      if ('refused' in told) return told;
      return told.rest.length === width * height * 3 ? told.rest : { refused: 'failed', missing: [] };
    },

    async readModel(model, shape, { width, height }, stop = {}) {
      const args = [String(width), String(height), JSON.stringify(shape)];
      type Answer = Pick<ModelView, 'facts' | 'clips'> & { sizes: number[] };
      const told = await readModelAs<Answer>('model', model, args, stop);
      if ('refused' in told) return told;
      const { sizes, ...shown } = told.facts;
      const [first = 0, second = 0] = sizes;
      return {
        ...shown,
        body: first > 0 ? told.rest.subarray(0, first) : null,
        still: told.rest.subarray(first, first + second),
        small: told.rest.subarray(first + second),
      };
    },

    async listArchive(path, kind, stop = {}) {
      const outcome = await run(['contents', kind, path], { ...stop, timeMs: CONTENTS_TIME_MS, reads: [path] });
      const told = outcome.code === 0 ? splitAnswer<ArchiveFacts | { refused: ArchiveRefusal }>(outcome.output) : null;
      if (!told) return { refused: 'damaged' };
      return 'refused' in told.facts ? told.facts : { facts: told.facts, body: told.rest };
    },

    drawWords: (font, text, em) =>
      inTurn(async () => {
        const input = Buffer.concat([Buffer.from(`${JSON.stringify({ text, em })}\n`), font]);
        const { code, output } = await run(['words'], { input, timeMs: FONT_TIME_MS });
        if (code !== 0 || output.length === 0) throw new ImageRefused(imageRefusalOf(code) ?? 'damaged');
        return output;
      }),

    async readLook(path, stop = {}) {
      const outcome = await run(['look', path], { ...stop, reads: [path] });
      return (outcome.code === 0 && splitAnswer<Look>(outcome.output)?.facts) || null;
    },

    async drawLook(path, encoding, plate, stop = {}) {
      const told = await readCube<object>(['plate', path, encoding, plate], path, stop);
      if ('refused' in told) return told;
      const half = PLATE_SIZE.width * PLATE_SIZE.height * 3;
      // A process that was taken over could answer anything.
      if (told.rest.length !== 2 * half) return { refused: 'failed' };
      return { before: told.rest.subarray(0, half), after: told.rest.subarray(half) };
    },

    async readLut(path, stop = {}) {
      const told = await readCube<LutQuality>(['table', path], path, stop);
      return 'refused' in told ? told : { quality: told.facts, table: told.rest };
    },

    async makeLutStills(path, encoding, plates, { width, height }, stop = {}) {
      const args = ['stills', path ?? '', encoding, String(width), String(height), ...plates];
      const told = await readCube<{ sizes: number[] }>(args, path, stop);
      if ('refused' in told) return told;
      let start = 0;
      const stills = told.facts.sizes.map((size) => {
        start += size;
        return told.rest.subarray(start - size, start);
      });
      return { stills, small: told.rest.subarray(start) };
    },
  };
}

/** Splits output into its line of JSON and the bytes after it; null if there is no such line. */
function splitAnswer<Facts>(output: Buffer): { facts: Facts; rest: Buffer } | null {
  const end = output.indexOf('\n');
  return end === -1 ? null : { facts: JSON.parse(output.subarray(0, end).toString()), rest: output.subarray(end + 1) };
}
