/** The process that reads what people uploaded, and ends: one still, the facts of many pictures, or what a LUT does. */

import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { CubeRefused, gradePixels, parseCube } from './cube-file.ts';
import { makeStill, readPictureFacts } from './frames.ts';
import { ImageRefused } from './image-refused.ts';
import { exitCodes } from './image-worker-exit.ts';

sharp.concurrency(1);
sharp.cache(false);

const MAX_CUBE_BYTES = 32 * 1024 * 1024;
const [mode = '', ...given] = process.argv.slice(2);

/** A line of JSON, then the bytes. */
const answer = (facts: object, pixels: Buffer): void => {
  process.stdout.write(`${JSON.stringify(facts)}\n`);
  process.stdout.write(pixels);
};

const modes: Record<string, () => Promise<void>> = {
  /** width, height, then a path, or the picture as input. */
  async still() {
    const [width, height, path] = given;
    const size = { width: Number(width), height: Number(height) };
    const { pixels, ...facts } = await makeStill(path ?? (await buffer(process.stdin)), size);
    answer(facts, pixels);
  },
  /** A path a line; a line of facts for each, null for what is no picture. */
  async facts() {
    for await (const path of createInterface({ input: process.stdin })) {
      const facts = await readPictureFacts(path).catch((error: unknown) => {
        if (error instanceof ImageRefused) return null;
        throw error;
      });
      process.stdout.write(`${JSON.stringify(facts)}\n`);
    }
  },
  /** The path of a LUT; the pixels to be graded as input, none for its facts alone. */
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
