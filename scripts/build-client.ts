// Builds the client when its sources have changed: the browser's files, the server's renderer, the built-in pictures.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const project = fileURLToPath(new URL('..', import.meta.url));
const dist = join(project, 'dist');
const stamp = join(dist, 'sources-hash');
const sources = [
  ...['client', 'contract', 'starter/art', 'starter/site-images.ts', 'vite.config.ts', 'package-lock.json'],
  ...['scripts/build-client.ts', 'scripts/left-out.ts', 'scripts/lean-router.ts'],
  'scripts/site-fonts.ts',
];
const compressible = /\.(js|css|svg|json)$/;

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

/** Keeps a compressed copy beside each text file, so that the server never compresses one while answering. */
const compressFiles = (folder: string): void => {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !compressible.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const body = readFileSync(path);
    writeFileSync(`${path}.br`, brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
    writeFileSync(`${path}.gz`, gzipSync(body, { level: 9 }));
  }
};

const writeImages = async (): Promise<void> => {
  const { siteImages } = await import('#starter/site-images.ts');
  const folder = join(dist, 'images');
  mkdirSync(folder, { recursive: true });
  for (const { name, body } of await siteImages()) writeFileSync(join(folder, name), body);
};

/** The look's fonts as share pictures need them, by the names of their files under @fontsource-variable. */
const cardFonts = {
  sans: 'instrument-sans/files/instrument-sans-latin-standard-normal.woff2',
  'sans-ext': 'instrument-sans/files/instrument-sans-latin-ext-standard-normal.woff2',
  mono: 'geist-mono/files/geist-mono-latin-wght-normal.woff2',
  'mono-ext': 'geist-mono/files/geist-mono-latin-ext-wght-normal.woff2',
};

/** Unpacks the fonts for the library that draws share pictures; its configuration names no others (features/cards). */
const writeFonts = async (): Promise<void> => {
  const { decompress } = await import('wawoff2');
  const folder = join(dist, 'fonts');
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

/** Runs with NODE_ENV=production: Vite's React plugin compiles for the development runtime under any other. */
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

/** Builds into dist/ unless it is up to date. Returns whether it built. */
export const buildClient = async (): Promise<boolean> => {
  const wanted = hashSources();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return false;
  const { build } = await import('vite');
  rmSync(stamp, { force: true });
  const settings = { root: project, logLevel: 'warn' as const, mode: 'production' };
  await asProduction(async () => {
    await build(settings);
    compressFiles(join(dist, 'client'));
    await build({ ...settings, build: { ssr: 'client/server-entry.tsx' } });
  });
  await writeImages();
  await writeFonts();
  const fresh = `${stamp}.${process.pid}`;
  writeFileSync(fresh, wanted);
  renameSync(fresh, stamp);
  return true;
};
