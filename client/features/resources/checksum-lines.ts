// Parses the checksums of a resource's files as they arrive; there can be 100,000 of them.
import { checksumsPath } from '#contract/paths.ts';

export type Checksum = { name: string; sha256: string };

const ESCAPES: Record<string, string> = { '\\\\': '\\', '\\n': '\n', '\\r': '\r' };

/** Parses a line of a SHA256SUMS file; null if it has a different format. */
export function readLine(line: string): Checksum | null {
  const found = /^(\\?)([0-9a-f]{64}) [ *](.+)$/.exec(line);
  if (!found) return null;
  const [, escaped, sha256 = '', name = ''] = found;
  return { sha256, name: escaped ? name.replace(/\\[\\nr]/g, (pair) => ESCAPES[pair] ?? pair) : name };
}

/**
 * Streams the checksums of a resource's files.
 * @throws Error if they cannot be loaded completely
 */
export async function* fetchChecksums(id: string): AsyncGenerator<Checksum> {
  const answer = await fetch(checksumsPath(id));
  if (!answer.ok || !answer.body) throw new Error('The checksums could not be loaded.');
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const checksum = readLine(line);
        if (checksum) yield checksum;
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
