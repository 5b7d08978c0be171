/** Checks Lottie animations and reduces them to what browsers may play. Runs in a child process: see image-reader.ts. */

import { buffer } from 'node:stream/consumers';
import { fromBufferPromise } from 'yauzl';
import { z } from 'zod';
import { MAX_LOTTIE_BYTES } from './file-kind.ts';
import { ImageRefused } from './image-refused.ts';

const MAX_LAYERS = 2000;
const MAX_FRAMES = 20_000;
const MAX_DEPTH = 100;
const MAX_VALUES = 500_000;
/** Shown in place of pictures that are separate files. */
const NO_PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgAAIAAAUAAXpeqz8AAAAASUVORK5CYII=';
const PICTURE = /^data:image\/(?:png|jpeg|webp|gif);base64,[a-z\d+/=\s]*$/i;
const ANIMATION = /^(?:animations|a)\/[^/]+\.json$/;
/** Classes and ids for the page, names of effects for editors, and addresses of fonts. */
const DROPPED = new Set(['cl', 'ln', 'fPath', 'fOrigin', 'origin', '__proto__']);
const UNSAFE = /url\(|:\/\/|^\s*(?:data|javascript|blob|file):|^\/\//i;

const composition = z.object({
  v: z.string().max(40),
  w: z.number().min(1).max(16_384),
  h: z.number().min(1).max(16_384),
  fr: z.number().min(1).max(240),
  ip: z.number(),
  op: z.number(),
  layers: z.array(z.unknown()).min(1),
});

export type LottieFacts = {
  width: number;
  height: number;
  frameRate: number;
  seconds: number;
  /** Layers of all its compositions. */
  layers: number;
  /** Browsers do not run expressions, so the animation may move differently. */
  hasExpressions: boolean;
  /** Whether it needs pictures that are not in the file. */
  lacksPictures: boolean;
};

export type LottieView = {
  facts: LottieFacts;
  /** JSON without addresses, expressions and anything that reaches outside the animation. */
  body: Buffer;
};

/** @throws ImageRefused if the bytes are not a Lottie animation, or one that is too large */
export async function makeLottieView(bytes: Buffer): Promise<LottieView> {
  if (bytes.length > MAX_LOTTIE_BYTES) throw new ImageRefused('pixels');
  const text = bytes.subarray(0, 2).toString('latin1') === 'PK' ? await unpack(bytes) : bytes;
  const animation = parse(text);
  const given = composition.safeParse(animation);
  if (!given.success) throw new ImageRefused('kind');
  const { w, h, fr, ip, op } = given.data;
  if (!(op > ip) || op - ip > MAX_FRAMES) throw new ImageRefused('pixels');
  const found = { values: 0, layers: 0, hasExpressions: false, lacksPictures: false };
  const clean = cleaned(animation, found, 0);
  const { values, ...facts } = found;
  return {
    facts: { width: Math.round(w), height: Math.round(h), frameRate: fr, seconds: (op - ip) / fr, ...facts },
    body: Buffer.from(JSON.stringify(clean)),
  };
}

const parse = (text: Buffer): unknown => {
  try {
    return JSON.parse(text.toString().replace(/^\ufeff/, ''));
  } catch (cause) {
    throw new ImageRefused('damaged', { cause });
  }
};

/** The first animation of a .lottie file. */
async function unpack(bytes: Buffer): Promise<Buffer> {
  try {
    const archive = await fromBufferPromise(bytes);
    for await (const entry of archive.eachEntry()) {
      if (!ANIMATION.test(entry.fileName)) continue;
      if (entry.uncompressedSize > MAX_LOTTIE_BYTES) throw new ImageRefused('pixels');
      // Ends with an error if there are more bytes than it says.
      return await buffer(await archive.openReadStreamPromise(entry));
    }
  } catch (error) {
    throw error instanceof ImageRefused ? error : new ImageRefused('damaged', { cause: error });
  }
  throw new ImageRefused('kind');
}

type Found = { values: number; layers: number; hasExpressions: boolean; lacksPictures: boolean };

const cleaned = (value: unknown, found: Found, depth: number): unknown => {
  found.values += 1;
  if (found.values > MAX_VALUES || depth > MAX_DEPTH) throw new ImageRefused('pixels');
  if (typeof value === 'string') return UNSAFE.test(value) ? '' : value;
  if (Array.isArray(value)) return value.map((item) => cleaned(item, found, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  const object = value as Record<string, unknown>;
  // Layers of sound and video.
  if (Array.isArray(object.layers)) {
    object.layers = object.layers.filter((layer) => ![6, 9].includes((layer as { ty?: number } | null)?.ty ?? 0));
    found.layers += (object.layers as unknown[]).length;
    if (found.layers > MAX_LAYERS) throw new ImageRefused('pixels');
  }
  const result: Record<string, unknown> = {};
  for (const [name, item] of Object.entries(object)) {
    if (DROPPED.has(name)) continue;
    // Only expressions are strings of this name.
    if (name === 'x' && typeof item === 'string') found.hasExpressions = true;
    else result[name] = cleaned(item, found, depth + 1);
  }
  // Pictures are assets with a file name.
  if (typeof object.p === 'string' && 'id' in object) {
    const isWhole = PICTURE.test(object.p);
    if (!isWhole) found.lacksPictures = true;
    Object.assign(result, { u: '', e: 1, p: isWhole ? object.p : NO_PICTURE });
  }
  return result;
};
