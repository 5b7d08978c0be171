/** Reads what a stranger's page says of itself, in a process of its own: markup can be made to cost a parser any time. */

import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { createSemaphore } from '#server/kit/jobs/semaphore.ts';
import { runLimited } from '#server/kit/security/limited-process.ts';
import type { ProcessLimits } from '#server/kit/security/process-limits.ts';

/** Words and addresses as the page writes them; null for what it does not say. */
const pageFacts = z.object({
  title: z.string().nullable(),
  description: z.string().nullable(),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  /** Addresses, often relative, the page's own choice first. */
  images: z.array(z.string()),
});
export type PageFacts = z.infer<typeof pageFacts>;

/** Node alone reserves some 600 MB and uses 80. */
const LIMITS: ProcessLimits = { memoryKb: 1_000_000, cpuSeconds: 4, timeMs: 4000, outputBytes: 256 * 1024 };
const takeTurn = createSemaphore({ atOnce: 2, waiting: 8 });

/** The words of a page (HTML, decoded); null when it could not be read in time, 'busy' when too many others are read. */
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

/** Every part has its most characters: strangers write what this looks through. */
const CHARSET = /charset\s{0,9}=\s{0,9}["']?([\w:.-]{1,40})/i;
/** A header says its encoding in less. */
const HEADER_LOOKED_AT = 200;
/** In this much of its beginning a page says its encoding (HTML, section 4.2.5.4). */
const MARKUP_LOOKED_AT = 1024;

const decoderOf = (label: string | undefined): InstanceType<typeof TextDecoder> | null => {
  try {
    return label === undefined ? null : new TextDecoder(label);
  } catch {
    return null;
  }
};

/** The text of a page, in the encoding that its header says, else itself, else UTF-8. Never throws. */
export function decodePage(body: Buffer, contentType: string): string {
  const isWide = (body[0] === 0xff && body[1] === 0xfe) || (body[0] === 0xfe && body[1] === 0xff);
  const mark = isWide ? (body[0] === 0xff ? 'utf-16le' : 'utf-16be') : undefined;
  const said = CHARSET.exec(contentType.slice(0, HEADER_LOOKED_AT))?.[1];
  const written = CHARSET.exec(body.subarray(0, MARKUP_LOOKED_AT).toString('latin1'))?.[1];
  const decoder = decoderOf(mark) ?? decoderOf(said) ?? decoderOf(written) ?? new TextDecoder();
  return decoder.decode(body);
}
