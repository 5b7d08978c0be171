/** Reads the metadata of an untrusted page in its own process: crafted markup can keep a parser busy indefinitely. */

import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { createSemaphore } from '#server/kit/jobs/semaphore.ts';
import { runLimited } from '#server/kit/security/limited-process.ts';
import type { ProcessLimits } from '#server/kit/security/process-limits.ts';

/** Metadata as written in the page; null where missing. */
const pageFacts = z.object({
  title: z.string().nullable(),
  description: z.string().nullable(),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  /** URLs, often relative, in the page's order of preference. */
  images: z.array(z.string()),
});
export type PageFacts = z.infer<typeof pageFacts>;

/** Node alone reserves about 600 MB and uses 80 MB. */
const LIMITS: ProcessLimits = { memoryKb: 1_000_000, cpuSeconds: 4, timeMs: 4000, outputBytes: 256 * 1024 };
const takeTurn = createSemaphore({ atOnce: 2, waiting: 8 });

/** A page's metadata, from its decoded HTML; null when it could not be read in time, 'busy' when the queue is full. */
export async function readPageFacts(html: string, signal: AbortSignal): Promise<PageFacts | null | 'busy'> {
  if (html.trim() === '' || signal.aborted) return null;
  const worker = fileURLToPath(new URL('./page-reader-worker.ts', import.meta.url));
  const endTurn = await takeTurn(signal);
  if (!endTurn) return 'busy';
  try {
    const command = [process.execPath, '--max-old-space-size=128', worker] as const;
    const { code, output } = await runLimited(command, LIMITS, { input: Buffer.from(html), signal });
    return code === 0 ? pageFacts.parse(JSON.parse(output.toString())) : null;
  } finally {
    endTurn();
  }
}

/** The length of every part is limited, because the input is untrusted. */
const CHARSET = /charset\s{0,9}=\s{0,9}["']?([\w:.-]{1,40})/i;
/** Number of characters of the Content-Type header to search; no real header is longer. */
const HEADER_LOOKED_AT = 200;
/** A page must declare its encoding within this many bytes (HTML, section 4.2.5.4). */
const MARKUP_LOOKED_AT = 1024;

const decoderOf = (label: string | undefined): InstanceType<typeof TextDecoder> | null => {
  try {
    return label === undefined ? null : new TextDecoder(label);
  } catch {
    return null;
  }
};

/**
 * Decodes a page with the encoding given by its byte order mark, its header or its own markup, in that order, or else as UTF-8.
 * Never throws.
 */
export function decodePage(body: Buffer, contentType: string): string {
  const isWide = (body[0] === 0xff && body[1] === 0xfe) || (body[0] === 0xfe && body[1] === 0xff);
  const mark = isWide ? (body[0] === 0xff ? 'utf-16le' : 'utf-16be') : undefined;
  const said = CHARSET.exec(contentType.slice(0, HEADER_LOOKED_AT))?.[1];
  const written = CHARSET.exec(body.subarray(0, MARKUP_LOOKED_AT).toString('latin1'))?.[1];
  const decoder = decoderOf(mark) ?? decoderOf(said) ?? decoderOf(written) ?? new TextDecoder();
  return decoder.decode(body);
}
