// Loads a page's code, with one retry and a timeout (120,000 ms; specification, section 2).
import type { ComponentType } from 'react';
import { CHUNK_TIMEOUT_MS } from '#contract/limits.ts';
import type { PageSpec } from './page.ts';

export type PageModule = { default: ComponentType; page: PageSpec };

/** Runs `load` within the timeout and retries once on failure. Rejects with a readable Error. */
export async function loadChunk(
  load: () => Promise<PageModule>,
  timeoutMs: number = CHUNK_TIMEOUT_MS,
): Promise<PageModule> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('This page took too long to load.')), timeoutMs);
  });
  try {
    return await Promise.race([load().catch(load), deadline]);
  } finally {
    clearTimeout(timer);
  }
}
