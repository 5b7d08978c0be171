// Loads the list of an asset's files with their SHA-256.
import { type Checksum, readLine } from '#client/features/resources/checksum-lines.ts';
import { checksumsPath } from '#contract/paths.ts';

/**
 * Loads the checksums of an asset's files. Beyond the rate limit it calls `wait` with the seconds the site asks for, and tries again.
 * @throws Error if they can't be loaded
 */
export async function loadChecksums(id: string, wait?: (seconds: number) => Promise<void>): Promise<Checksum[]> {
  for (;;) {
    const answer = await fetch(checksumsPath(id));
    if (answer.ok) return (await answer.text()).split('\n').flatMap((line) => readLine(line) ?? []);
    if (answer.status !== 429 || !wait) throw new Error('The list of files could not be loaded.');
    await wait(Number(answer.headers.get('retry-after')) || 1);
  }
}
