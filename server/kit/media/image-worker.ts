/** Short-lived process that converts one uploaded picture: bytes in, WebP out, or the reason for refusal as its exit code. */

import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { ImageRefused } from './image-refused.ts';
import { exitCodes } from './image-worker-exit.ts';
import { makePicture } from './images.ts';

// One thread and no cache; the caller limits memory and time.
sharp.concurrency(1);
sharp.cache(false);

const [width, height] = process.argv.slice(2, 4).map(Number);
const whole = process.argv[4] === 'whole';

try {
  const made = await makePicture(await buffer(process.stdin), { width: width ?? 1, height: height ?? 1, whole });
  process.stdout.write(made);
} catch (error) {
  if (!(error instanceof ImageRefused)) throw error;
  process.exitCode = exitCodes[error.reason];
}
