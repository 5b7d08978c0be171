// Builds the client when its sources have changed: the browser files, the server renderer and the built-in images. It builds into
// a temporary folder that then replaces dist/, so concurrent or interrupted builds never leave dist/ incomplete.
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const project = fileURLToPath(new URL('../..', import.meta.url));
const dist = join(project, 'dist');
const STAMP = 'sources-hash';
const sources = [
  ...['client', 'contract', 'demo/art', 'vite.config.ts', 'package-lock.json'],
  ...['scripts/build/build-client.ts', 'scripts/build/site-fonts.ts'],
];
const compressible = /\.(m?js|css|svg|json)$/;

const filesUnder = (path: string): string[] => {
  const full = join(project, path);
  if (!existsSync(full)) return [];
  const entries = readdirSync(full, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
};

const hashSources = (): string => {
  const hash = createHash('sha256');
  for (const source of sources) {
    const files = /\.\w+$/.test(source) ? [join(project, source)] : filesUnder(source);
    for (const file of files) hash.update(file.slice(project.length)).update('\0').update(readFileSync(file));
  }
  return hash.digest('hex');
};

/** Writes a compressed copy next to each text file, so that the server does not have to compress at request time. */
const compressFiles = (folder: string): void => {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !compressible.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const body = readFileSync(path);
    writeFileSync(`${path}.br`, brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
    writeFileSync(`${path}.gz`, gzipSync(body, { level: 9 }));
  }
};

const writeImages = async (folder: string): Promise<void> => {
  const { siteImages } = await import('#demo/art/site-images.ts');
  mkdirSync(folder, { recursive: true });
  for (const { name, body } of await siteImages()) writeFileSync(join(folder, name), body);
};

/** Fonts for share images, as paths under @fontsource-variable. */
const cardFonts = {
  sans: 'instrument-sans/files/instrument-sans-latin-standard-normal.woff2',
  'sans-ext': 'instrument-sans/files/instrument-sans-latin-ext-standard-normal.woff2',
  mono: 'geist-mono/files/geist-mono-latin-wght-normal.woff2',
  'mono-ext': 'geist-mono/files/geist-mono-latin-ext-wght-normal.woff2',
};

/** Unpacks the fonts for the library that draws share images, and writes its font configuration (features/seo/og-images). */
const writeFonts = async (folder: string): Promise<void> => {
  const { decompress } = await import('wawoff2');
  mkdirSync(folder, { recursive: true });
  for (const [name, file] of Object.entries(cardFonts)) {
    const packed = readFileSync(join(project, 'node_modules/@fontsource-variable', file));
    writeFileSync(join(folder, `${name}.ttf`), await decompress(packed));
  }
  writeFileSync(
    join(folder, 'fonts.conf'),
    '<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig></fontconfig>\n',
  );
};

/** Runs a function with NODE_ENV=production. With any other value, Vite's React plugin compiles for the development runtime. */
const asProduction = async (run: () => Promise<void>): Promise<void> => {
  const given = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    await run();
  } finally {
    if (given === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = given;
  }
};

/** Whether dist/ is complete and matches the sources. */
export function isBuilt(wanted = hashSources()): boolean {
  const stamp = join(dist, STAMP);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
}

/** Replaces dist/ with a built folder; dist/ is missing only between the two renames. */
const takePlace = (built: string): void => {
  const old = `${built}-old`;
  try {
    renameSync(dist, old);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  try {
    renameSync(built, dist);
  } catch (error) {
    // Another build finished first, from the same or newer sources.
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    rmSync(old, { recursive: true, force: true });
  }
};

/** Age after which a build folder counts as abandoned, regardless of its process ID. */
const ABANDONED_MS = 24 * 3_600_000;

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // The process exists but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Removes folders left behind by killed builds. The folder names contain the process IDs of the builds. */
const removeLeftOver = (rooms: string): void => {
  for (const name of readdirSync(rooms).filter((each) => each.startsWith('build-'))) {
    const folder = join(rooms, name);
    const pid = /^build-(\d+)-/.exec(name)?.[1];
    const changedAt = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (Date.now() - changedAt < ABANDONED_MS && (pid === undefined || isAlive(Number(pid)))) continue;
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // The folder belongs to another user or is being removed by another build, which is no reason to fail.
    }
  }
};

/** Builds into dist/ unless it is up to date. Returns whether a build was necessary. */
export async function buildClient(): Promise<boolean> {
  const wanted = hashSources();
  if (isBuilt(wanted)) return false;
  const { build } = await import('vite');
  const rooms = join(project, '.cache');
  mkdirSync(rooms, { recursive: true });
  removeLeftOver(rooms);
  const fresh = mkdtempSync(join(rooms, `build-${process.pid}-`));
  const remove = (): void => rmSync(fresh, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    const settings = { root: project, logLevel: 'warn' as const, mode: 'production' };
    const client = join(fresh, 'client');
    await asProduction(async () => {
      await build({ ...settings, build: { outDir: client } });
      compressFiles(client);
      await build({ ...settings, build: { ssr: 'client/server-entry.tsx', outDir: join(fresh, 'server') } });
    });
    await writeImages(join(fresh, 'images'));
    await writeFonts(join(fresh, 'fonts'));
    writeFileSync(join(fresh, STAMP), wanted);
    chmodSync(fresh, 0o755);
    takePlace(fresh);
  } finally {
    remove();
    process.off('exit', remove);
  }
  return true;
}
