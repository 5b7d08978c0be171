/**
 * Draws pages of PDFs with poppler's `pdftoppm`, limited and isolated. It doesn't run JavaScript, open addresses, or start anything,
 * and sees no file but the PDF and the system's fonts.
 */

import { join } from 'node:path';
import sharp from 'sharp';
import type { Logger } from '#server/kit/ops/logger.ts';
import { runLimited } from '#server/kit/security/limited-process.ts';
import type { ProcessLimits } from '#server/kit/security/process-limits.ts';
import type { Stop } from './ffmpeg.ts';

export type PdfRefusal = 'locked' | 'damaged';
export type PdfView = {
  /** Pages of the document. */
  pages: number;
  /** The first of them as WebP; fewer than asked for if the document has fewer, or is damaged further on. */
  bodies: Buffer[];
};
/** `pages`: how many to draw. `longest`: their longer side in pixels. */
export type PdfShape = { pages: number; longest: number };

/** Fonts that documents don't embed, and encodings of Asian text. */
const READS = ['/etc/fonts', '/usr/share/fonts', '/var/cache/fontconfig', '/usr/share/poppler'];
const INFO_LIMITS: ProcessLimits = { memoryKb: 500_000, cpuSeconds: 10, timeMs: 10_000, outputBytes: 100_000 };
const DRAW_LIMITS: ProcessLimits = { memoryKb: 1_000_000, cpuSeconds: 60, timeMs: 60_000, outputBytes: 0 };
const HEADER_BYTES = 32;
const WEBP = { quality: 80, effort: 2 };

/** @param folder the folder of poppler's programs @throws the signal's abort reason */
export async function readPdf(
  folder: string,
  path: string,
  { pages: count, longest }: PdfShape,
  { log, signal }: { log: Logger } & Stop,
): Promise<PdfView | { refused: PdfRefusal }> {
  const run = async (limits: ProcessLimits, name: string, ...args: string[]) => {
    const outcome = await runLimited([join(folder, name), ...args, path], limits, { signal, reads: [path, ...READS] });
    signal?.throwIfAborted();
    const { code, ended, errors } = outcome;
    if (code === null) log.warn({ name, ended, errors }, 'An uploaded PDF crashed the program that was reading it');
    return outcome;
  };
  const info = await run(INFO_LIMITS, 'pdfinfo');
  if (/Incorrect password/.test(info.errors)) return { refused: 'locked' };
  const pages = Number(/^Pages: +(\d{1,9})$/m.exec(info.output.toString())?.[1] ?? 0);
  if (info.code !== 0 || pages === 0) return { refused: 'damaged' };
  const outputBytes = (longest * longest * 3 + HEADER_BYTES) * count;
  const size = ['-scale-to', String(longest), '-l', String(count)];
  const { output } = await run({ ...DRAW_LIMITS, outputBytes }, 'pdftoppm', '-q', ...size);
  const bodies: Buffer[] = [];
  for (const { pixels, width, height } of splitPages(output, longest)) {
    const raw = { width, height, channels: 3 as const };
    bodies.push(await sharp(pixels, { raw }).webp(WEBP).toBuffer());
  }
  return bodies.length > 0 ? { pages, bodies } : { refused: 'damaged' };
}

type Page = { pixels: Buffer; width: number; height: number };

/** Splits PPM pictures that follow each other. Stops at the first that is incomplete, or larger than asked for. */
export function splitPages(output: Buffer, longest: number): Page[] {
  const pages: Page[] = [];
  for (let at = 0; at < output.length; ) {
    const header = /^P6\s(\d{1,5})\s(\d{1,5})\s255\s/.exec(output.toString('latin1', at, at + HEADER_BYTES));
    if (!header) break;
    const [width, height] = [Number(header[1]), Number(header[2])];
    const start = at + header[0].length;
    const end = start + width * height * 3;
    if (width < 1 || height < 1 || Math.max(width, height) > longest || end > output.length) break;
    pages.push({ pixels: output.subarray(start, end), width, height });
    at = end;
  }
  return pages;
}
