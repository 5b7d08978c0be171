/** Short-lived process that reads uploaded files: a still, a picture to show, metadata of many pictures, a LUT, a model, a list. */

import { readFile, stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import type { EncodingName, PlateName } from '#contract/resources/luts.ts';
import { listTar } from '#server/kit/archives/tar-file.ts';
import { listZip } from '#server/kit/archives/zip-file.ts';
import { MAX_FONT_BYTES, MAX_LOTTIE_BYTES, MAX_MODEL_BYTES, type ModelFormat } from './file-kind.ts';
import { makeLayer, makeStill, makeView, readPictureFacts } from './frames.ts';
import { ImageRefused } from './image-refused.ts';
import { exitCodes } from './image-worker-exit.ts';
import { type Cube, CubeRefused, MAX_CUBE_BYTES, parseCube } from './luts/cube-file.ts';
import { drawPlate, makePlateStills, PLATE_SIZE } from './luts/lut-plates.ts';
import { measureLut } from './luts/lut-quality.ts';
import { encodeLutTable, makeLutTable } from './luts/lut-table.ts';
import { ModelRefused } from './models/model-refused.ts';

sharp.concurrency(1);
sharp.cache(false);

const [mode = '', ...given] = process.argv.slice(2);

/** Writes a line of JSON, then the bytes. */
const answer = (facts: object, pixels: Buffer): void => {
  process.stdout.write(`${JSON.stringify(facts)}\n`);
  process.stdout.write(pixels);
};

const readCube = async (path = ''): Promise<Cube> => {
  const { size } = await stat(path);
  if (size > MAX_CUBE_BYTES) throw new CubeRefused('large');
  return parseCube(await readFile(path));
};

const readModel = async (path = ''): Promise<Buffer> => {
  if ((await stat(path)).size > MAX_MODEL_BYTES) throw new ModelRefused('large');
  return await readFile(path);
};

const modes: Record<string, () => Promise<void>> = {
  /** Arguments: width, height and a path. Without a path, the picture is read from standard input. */
  async still() {
    const [width, height, path] = given;
    const size = { width: Number(width), height: Number(height) };
    const { pixels, ...facts } = await makeStill(path ?? (await buffer(process.stdin)), size);
    answer(facts, pixels);
  },
  /** Arguments: width, height and a path. */
  async layer() {
    const [width, height, path = ''] = given;
    answer({}, await makeLayer(path, { width: Number(width), height: Number(height) }));
  },
  /** Arguments: the longest side, width and height of the small picture, and a path. Without a path, it is read like a still. */
  async view() {
    const [longest, width, height, path] = given;
    const { body, small, ...shown } = await makeView(path ?? (await buffer(process.stdin)), Number(longest), {
      width: Number(width),
      height: Number(height),
    });
    answer({ ...shown, bytes: body.length }, Buffer.concat([body, small]));
  },
  /** Input: one path per line. Output: one line of metadata per path, null if the file is not a picture. */
  async facts() {
    for await (const path of createInterface({ input: process.stdin })) {
      const facts = await readPictureFacts(path).catch((error: unknown) => {
        if (error instanceof ImageRefused) return null;
        throw error;
      });
      process.stdout.write(`${JSON.stringify(facts)}\n`);
    }
  },
  /** Arguments: pixels per em, width and height of the small picture, and the path of a font. */
  async font() {
    const [em, width, height, path = ''] = given;
    const { makeFontView } = await import('./font-file.ts');
    if ((await stat(path)).size > MAX_FONT_BYTES) throw new ImageRefused('pixels');
    const size = { width: Number(width), height: Number(height) };
    const { body, small, ...shown } = await makeFontView(await readFile(path), Number(em), size);
    answer({ ...shown, bytes: body.length }, Buffer.concat([body, small]));
  },
  /** Argument: the path of a Lottie animation. */
  async lottie() {
    const { makeLottieView } = await import('./lottie-file.ts');
    const [path = ''] = given;
    if ((await stat(path)).size > MAX_LOTTIE_BYTES) throw new ImageRefused('pixels');
    const { facts, body } = await makeLottieView(await readFile(path));
    answer(facts, body);
  },
  /** Arguments: the path of a 3D model and its format. */
  async modelFacts() {
    const { describeModel } = await import('./models/model-file.ts');
    const [path, format] = given;
    answer(await describeModel(await readModel(path), format as ModelFormat), Buffer.alloc(0));
  },
  /** Arguments: as above, then width and height. Output: pixels. */
  async modelStill() {
    const { drawModelStill } = await import('./models/model-file.ts');
    const [path, format, width, height] = given;
    const size = { width: Number(width), height: Number(height) };
    answer({}, await drawModelStill(await readModel(path), format as ModelFormat, size));
  },
  /** Arguments: as above, then the shape as JSON. Output: sizes, then the model, the picture and a small one. */
  async model() {
    const { makeModelView } = await import('./models/model-file.ts');
    const [path, format, width, height, shape = ''] = given;
    const size = { width: Number(width), height: Number(height) };
    const view = await makeModelView(await readModel(path), format as ModelFormat, JSON.parse(shape), size);
    const { body, still, small, ...shown } = view;
    const files = [body ?? Buffer.alloc(0), still, small];
    answer({ ...shown, sizes: files.map(({ length }) => length) }, Buffer.concat(files));
  },
  /** Arguments: `zip`, `rar`, `tar` or `gzip`, and the path of an archive. Output: its facts, then its entries as JSON. */
  async contents() {
    const [kind, path = ''] = given;
    const list = kind === 'rar' ? (await import('#server/kit/archives/rar-file.ts')).listRar : listZip;
    const listed =
      kind === 'tar' || kind === 'gzip' ? await listTar(path, { isPacked: kind === 'gzip' }) : await list(path);
    if ('refused' in listed) return answer(listed, Buffer.alloc(0));
    const { entries, ...facts } = listed;
    answer(facts, Buffer.from(JSON.stringify(entries)));
  },
  /** Input: a line of JSON with the text and the pixels per em, then the font. */
  async words() {
    const { drawLines, openFont } = await import('./font-file.ts');
    const input = await buffer(process.stdin);
    const end = input.indexOf('\n');
    const { text, em } = JSON.parse(input.subarray(0, end).toString()) as { text: string; em: number };
    process.stdout.write((await drawLines(openFont(input.subarray(end + 1)), [text], em)).body);
  },
  /** Argument: the path of a LUT. */
  async look() {
    const { size, dimensions } = await readCube(given[0]);
    answer({ size, dimensions }, Buffer.alloc(0));
  },
  /** Arguments: the path of a LUT, an input encoding, and a plate. Output: the plate's pixels as they are, then after the LUT. */
  async plate() {
    const [path, encoding, plate] = given as [string, EncodingName, PlateName];
    const cube = await readCube(path);
    const sides = [await drawPlate(null, plate, encoding), await drawPlate(cube, plate, encoding)];
    answer({}, Buffer.concat(sides));
  },
  /** Argument: the path of a LUT. Output: its quality, then its table. */
  async table() {
    const cube = await readCube(given[0]);
    answer(measureLut(cube), encodeLutTable(makeLutTable(cube)));
  },
  /**
   * Arguments: the path of a LUT (empty: plates as they are), an input encoding, width and height of the small still, and plates.
   * Output: the sizes of the stills, then the stills, then a small one of the first plate.
   */
  async stills() {
    const [path, input, width, height, ...plates] = given;
    const encoding = input as EncodingName;
    const cube = path ? await readCube(path) : null;
    const stills: Buffer[] = [];
    let small = Buffer.alloc(0);
    for (const [at, plate] of plates.entries()) {
      const sizes = at === 0 ? [PLATE_SIZE, { width: Number(width), height: Number(height) }] : [PLATE_SIZE];
      const made = await makePlateStills(cube, plate as PlateName, encoding, sizes);
      stills.push(made[0] as Buffer);
      small = (made[1] as Buffer<ArrayBuffer> | undefined) ?? small;
    }
    answer({ sizes: stills.map(({ length }) => length) }, Buffer.concat([...stills, small]));
  },
};

try {
  await modes[mode]?.();
} catch (error) {
  if (error instanceof CubeRefused) {
    process.exitCode = exitCodes.kind;
    answer({ refused: error.reason }, Buffer.alloc(0));
  } else if (error instanceof ModelRefused) {
    process.exitCode = exitCodes.kind;
    answer({ refused: error.reason, missing: error.missing }, Buffer.alloc(0));
  } else if (error instanceof ImageRefused) process.exitCode = exitCodes[error.reason];
  else throw error;
}
