// Draws share images, each in its own process with limited memory and time, so that a malicious picture cannot harm the
// site.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from '#server/kit/ops/logger.ts';
import { runLimited } from '#server/kit/security/limited-process.ts';
import type { ProcessLimits } from '#server/kit/security/process-limits.ts';

/** What to draw on an image. The picture is passed separately. */
export type DrawingOrder = {
  title: string;
  over: string;
  by: string;
  marks: readonly string[];
  isPremium: boolean;
  siteName: string;
  /** `#rrggbb`; null for the site's default colour. */
  accent: string | null;
  /** Whether the picture is an avatar that is cropped to a circle; otherwise, it is the background. */
  isRound: boolean;
};

/** Measured: drawing one image takes 0.3 s and 120 MB, in addition to the 600 MB that Node reserves. */
const LIMITS: ProcessLimits = { memoryKb: 1_500_000, cpuSeconds: 15, timeMs: 10_000, outputBytes: 4 * 1024 * 1024 };

/** Returns a function that draws an image as JPEG. If drawing fails, it logs the reason and returns null. */
export function createDrawing(options: { log: Logger; fontsFolder: string; worker?: string }) {
  const worker = options.worker ?? fileURLToPath(new URL('./worker.ts', import.meta.url));
  // Use only our own fonts, so that images are the same on every machine, without a fontconfig cache.
  const env = { FONTCONFIG_FILE: join(options.fontsFolder, 'fonts.conf') };
  const reads = [worker, options.fontsFolder];
  return async (order: DrawingOrder, picture: Buffer | null): Promise<Buffer | null> => {
    const words = Buffer.from(JSON.stringify(order));
    const length = Buffer.alloc(4);
    length.writeUInt32BE(words.length);
    const command = [process.execPath, '--max-old-space-size=96', worker, options.fontsFolder] as const;
    const input = Buffer.concat([length, words, ...(picture ? [picture] : [])]);
    const { code, signal, output, errors, ended } = await runLimited(command, LIMITS, { input, env, reads });
    if (code === 0 && output.length > 0) return output;
    options.log.warn({ code, signal, errors, ended }, 'Could not generate a share image');
    return null;
  };
}
