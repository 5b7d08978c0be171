// Draws share pictures, each in a process of its own with little memory and time: whatever a picture does to it, the site lives.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from '#server/kit/ops/logger.ts';
import { runLimited } from '#server/kit/security/limited-process.ts';
import type { ProcessLimits } from '#server/kit/security/process-limits.ts';

/** What a picture shows, in words; `picture` comes beside it. */
export type DrawingOrder = {
  title: string;
  over: string;
  by: string;
  marks: readonly string[];
  isPremium: boolean;
  siteName: string;
  /** `#rrggbb`; null for the site's usual colour. */
  accent: string | null;
  /** Whether the picture is somebody's, cut out in a circle, and not the ground of all. */
  isRound: boolean;
};

/** One takes 0.3 s and 120 MB beside the 600 that Node reserves (measured). */
const LIMITS: ProcessLimits = { memoryKb: 1_500_000, cpuSeconds: 15, timeMs: 10_000, outputBytes: 4 * 1024 * 1024 };

/** Returns a function that draws one picture as JPEG, or null when it could not be drawn; why is in the log. */
export function createDrawing(options: { log: Logger; fontsFolder: string; worker?: string }) {
  const worker = options.worker ?? fileURLToPath(new URL('./worker.ts', import.meta.url));
  // Only our own fonts, so that a picture is the same on every machine, and nothing is kept of them anywhere.
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
    options.log.warn({ code, signal, errors, ended }, 'A share picture could not be drawn');
    return null;
  };
}
