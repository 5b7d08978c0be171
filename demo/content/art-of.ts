/** Art spec of a resource, taken from its catalogue entry. A waveform shows the peaks of the resource's own sounds. */
import { type ArtSpec, stripKindOf } from '#demo/art/frame.ts';
import { peaksOf } from '#demo/files/peaks.ts';
import type { CatalogueEntry } from './entry.ts';

export async function artOf({ art, files }: Pick<CatalogueEntry, 'art' | 'files'>): Promise<ArtSpec> {
  return stripKindOf(art) === 'waveform' ? { ...art, peaks: await peaksOf(files) } : art;
}
