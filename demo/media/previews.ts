/** Makes the pictures, labels and facts of packs from their files, with the code that makes those of uploads. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromPixels } from '#demo/art/develop.ts';
import { buildDemo, buildElements, buildWaiting, type StarterResource } from '#demo/seed/build.ts';
import type { PackPreview } from '#demo/seed/previews.ts';
import { drawPreviews } from '#server/features/uploads/previews/drawing.ts';
import { readFiles } from '#server/features/uploads/previews/reading.ts';
import { labelOf, resourceFacts, toolFor } from '#server/features/uploads/previews/rules.ts';
import { mapConcurrently } from '#server/kit/jobs/concurrency.ts';
import { HEAD_BYTES, kindOfContent } from '#server/kit/media/file-kind.ts';
import { createPictureReader } from '#server/kit/media/image-reader.ts';
import { findMediaTools } from '#server/kit/media/media-tools.ts';
import { POSTER_SIZE } from '#server/kit/media/thumbnails.ts';

const LIST = new URL('./previews.json', import.meta.url);
const POSTERS = new URL('./posters/', import.meta.url);
const STRIPS = new URL('./strips/', import.meta.url);
const POSTER_WEBP = { quality: 82, effort: 6, smartSubsample: true };

/** Most of the time goes to programs that use one core. */
const AT_ONCE = 2;

const log = { info: console.log, warn: console.warn, error: console.error };
const stop = { signal: new AbortController().signal };

/** Renders the previews of the packs with these keys, or of all packs, and keeps those of other packs. */
export async function renderPreviews(isWanted: (key: string) => boolean): Promise<void> {
  const media = await findMediaTools({ path: null, log });
  if (!media) throw new Error('ffmpeg and ffprobe are needed to render previews');
  const deps = { media, pictures: createPictureReader({ log }) };
  const known: Record<string, PackPreview> = JSON.parse(await readFile(LIST, 'utf8').catch(() => '{}'));
  for (const folder of [POSTERS, STRIPS]) await mkdir(folder, { recursive: true });
  const now = new Date();
  const packs = [...buildElements(now), ...buildDemo(now), ...buildWaiting(now)];
  const writeList = async (): Promise<void> => {
    const made = packs.flatMap(({ key }) => (known[key] ? [[key, known[key]] as const] : []));
    await writeFile(LIST, `${JSON.stringify(Object.fromEntries(made), null, 2)}\n`);
  };
  await mapConcurrently(
    packs.filter(({ key }) => isWanted(key)),
    AT_ONCE,
    async (pack) => {
      known[pack.key] = await renderPack(deps, pack);
      await writeList();
    },
  );
  for (const folder of [POSTERS, STRIPS]) await removeOthers(folder, new Set(packs.map(({ key }) => `${key}.webp`)));
}

async function removeOthers(folder: URL, names: ReadonlySet<string>): Promise<void> {
  for (const name of await readdir(folder)) if (!names.has(name)) await rm(new URL(name, folder));
}

type PackDeps = Omit<Parameters<typeof drawPreviews>[0], 'local'>;

async function renderPack(deps: PackDeps, pack: StarterResource): Promise<PackPreview> {
  const folder = await mkdtemp(join(tmpdir(), 'helix-previews-'));
  try {
    const local = { copies: false, with: readInPlace, close: async () => {} };
    const rows = (await writeFiles(pack, folder)).filter((row) => toolFor(row) !== null);
    const { files } = await readFiles({ ...deps, local }, rows, stop);
    const readable = files.filter(({ facts }) => facts.kind !== 'unreadable');
    if (files.length > readable.length) throw new Error(`${pack.key} has files that cannot be read`);
    const { poster, strip } = await drawPreviews({ ...deps, local }, pack, readable, stop);
    if (!poster) throw new Error(`${pack.key} has no files to picture`);
    const body = await fromPixels(poster, POSTER_SIZE.width, POSTER_SIZE.height).webp(POSTER_WEBP).toBuffer();
    await writeFile(new URL(`${pack.key}.webp`, POSTERS), body);
    const stripUrl = new URL(`${pack.key}.webp`, STRIPS);
    if (strip) await writeFile(stripUrl, strip.body);
    else await rm(stripUrl, { force: true });
    const label = labelOf(pack, readable, countEndings(pack));
    console.log(
      `${pack.key}: ${label}, poster ${body.length}, ${strip?.kind ?? 'no'} strip ${strip?.body.length ?? 0}`,
    );
    return { label, facts: resourceFacts(pack, readable), strip: strip?.kind ?? null };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const readInPlace = <T>({ storageKey }: { storageKey: string }, use: (path: string) => Promise<T>) => use(storageKey);

async function writeFiles({ files }: StarterResource, folder: string) {
  const rows = await Promise.all(
    files.map(async ({ path, make }, index) => {
      const body = await make();
      const storageKey = join(folder, String(index));
      await writeFile(storageKey, body);
      const mediaType = await kindOfContent(body.subarray(0, HEAD_BYTES));
      return { id: String(index), path, storageKey, size: body.length, crc32: 0, mediaType, facts: {} };
    }),
  );
  // As uploads are read: pictures last.
  const rank = ({ mediaType, path }: (typeof rows)[number]) => `${mediaType?.startsWith('image/') ? 1 : 0} ${path}`;
  return rows.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));
}

function countEndings({ files }: StarterResource) {
  const endings = files.map(({ path }) => /\.([^./]{1,20})$/.exec(path)?.[1]?.toLowerCase() ?? '');
  return [...new Set(endings)]
    .map((ending) => ({ ending, count: endings.filter((other) => other === ending).length }))
    .toSorted((a, b) => b.count - a.count || (a.ending < b.ending ? -1 : 1));
}
