/** Short-lived process that reads uploaded files: one still, a picture to show, the metadata of many pictures, or pixels graded by a LUT. */

import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { CubeRefused, gradePixels, parseCube } from './cube-file.ts';
import { makeStill, makeView, readPictureFacts } from './frames.ts';
import { ImageRefused } from './image-refused.ts';
import { exitCodes } from './image-worker-exit.ts';

sharp.concurrency(1);
sharp.cache(false);

const MAX_CUBE_BYTES = 32 * 1024 * 1024;
const [mode = '', ...given] = process.argv.slice(2);

/** Writes a line of JSON, then the bytes. */
const answer = (facts: object, pixels: Buffer): void => {
  process.stdout.write(`${JSON.stringify(facts)}\n`);
  process.stdout.write(pixels);
};

const modes: Record<string, () => Promise<void>> = {
  /** Arguments: width, height and a path. Without a path, the picture is read from standard input. */
  async still() {
    const [width, height, path] = given;
    const size = { width: Number(width), height: Number(height) };
    const { pixels, ...facts } = await makeStill(path ?? (await buffer(process.stdin)), size);
    answer(facts, pixels);
  },
  /** Arguments: the longest side, width and height of the small picture, and a path. */
  async view() {
    const [longest, width, height, path = ''] = given;
    const { body, small, ...shown } = await makeView(path, Number(longest), {
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
  /** Argument: the path of a LUT. Input: the pixels to grade; empty if only the LUT's metadata is needed. */
  async look() {
    const text = await readFile(given[0] ?? '');
    if (text.length > MAX_CUBE_BYTES) throw new CubeRefused('larger than any LUT');
    const cube = parseCube(text.toString('latin1'));
    answer({ size: cube.size, dimensions: cube.dimensions }, gradePixels(cube, await buffer(process.stdin)));
  },
};

try {
  await modes[mode]?.();
} catch (error) {
  if (error instanceof CubeRefused) process.exitCode = exitCodes.kind;
  else if (error instanceof ImageRefused) process.exitCode = exitCodes[error.reason];
  else throw error;
}
