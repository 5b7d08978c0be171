// Reads what the files of a resource are; a file that cannot be read never keeps the others from it.
import type { Deps } from '../../deps.ts';
import type { MediaRow } from './queries.ts';
import { describeMedia, type FileFacts, toolFor } from './rules.ts';

export type ReadDeps = Pick<Deps, 'storage' | 'pictures' | 'media'>;
/** A file whose facts are known, and where it lies. */
export type ReadFile = { id: string; path: string; place: string; mediaType: string; facts: FileFacts };
type Stop = { signal: AbortSignal };

/** Beyond, files are left without facts: a pack of poisoned files must not hold the queue for hours. */
const READING_MS = 240_000;

/** Places that no file is at are known to be unreadable by trying. */
const placeOf = async ({ storage }: ReadDeps, { storageKey }: MediaRow): Promise<string> =>
  (await storage.localPath(storageKey)) ?? '';

const isKnown = (facts: MediaRow['facts']): facts is FileFacts => 'kind' in facts;

/**
 * @returns the files that have facts now, and which of them are new; without the media tools, clips and sounds have none
 * @throws what the signal was aborted with
 */
export const readFiles = async (
  deps: ReadDeps,
  rows: readonly MediaRow[],
  stop: Stop,
): Promise<{ files: ReadFile[]; fresh: ReadFile[]; left: number }> => {
  const started = performance.now();
  const fresh = new Map<string, FileFacts>();
  const waiting = rows.filter((row) => !isKnown(row.facts));
  const pictures = waiting.filter((row) => toolFor(row) === 'picture');
  const found = await deps.pictures.readFacts(await Promise.all(pictures.map((row) => placeOf(deps, row))), stop);
  for (const [index, row] of pictures.entries()) {
    const facts = found[index];
    fresh.set(row.id, facts ? { kind: 'picture', ...facts } : { kind: 'unreadable' });
  }
  let left = 0;
  for (const row of waiting) {
    const read = readers[toolFor(row) ?? 'picture'];
    if (!read || (read === readers.media && !deps.media)) continue;
    if (performance.now() - started > READING_MS) left += 1;
    else fresh.set(row.id, await read(deps, row, stop));
  }
  const files: ReadFile[] = [];
  for (const row of rows) {
    const facts = isKnown(row.facts) ? row.facts : fresh.get(row.id);
    if (facts) files.push({ ...row, facts, place: await placeOf(deps, row), mediaType: row.mediaType ?? '' });
  }
  return { files, fresh: files.filter(({ id }) => fresh.has(id)), left };
};

type Reader = (deps: ReadDeps, row: MediaRow, stop: Stop) => Promise<FileFacts>;

const readers: { media: Reader; look: Reader; picture: null } = {
  picture: null,
  async media(deps, row, stop) {
    const facts = await deps.media?.probe({ path: await placeOf(deps, row), mediaType: row.mediaType ?? '' }, stop);
    return facts ? describeMedia(facts) : { kind: 'unreadable' };
  },
  async look(deps, row, stop) {
    const look = await deps.pictures.readLook(await placeOf(deps, row), Buffer.alloc(0), stop);
    return look ? { kind: 'look', size: look.size, dimensions: look.dimensions } : { kind: 'unreadable' };
  },
};
