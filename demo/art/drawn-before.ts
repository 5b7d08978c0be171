/**
 * Cache of generated starter content in .cache/demo, used only if that folder exists. Tests and `npm run dev` create it
 * (scripts/build/keep-drawings.ts) because they seed many sites. A real site is seeded only once and does not need the cache.
 */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../..', import.meta.url));
const cache = join(project, '.cache/demo');

/** Cache version: changes when the drawing code or an encoding library changes. */
const hashOfDrawing = (): string => {
  const hash = createHash('sha256');
  for (const path of ['package-lock.json', ...globSync('demo/**/*.{ts,json}', { cwd: project }).sort()]) {
    hash.update(path).update(readFileSync(join(project, path)));
  }
  return hash.digest('hex').slice(0, 16);
};

let folder: string | null | undefined;

const openFolder = (): string | null => {
  if (!existsSync(cache)) return null;
  const made = join(cache, hashOfDrawing());
  mkdirSync(made, { recursive: true });
  return made;
};

/** Returns the bytes for a task from the cache, or generates and caches them. */
export async function drawnBefore(task: object, draw: () => Promise<Buffer>): Promise<Buffer> {
  folder ??= openFolder();
  if (folder === null) return draw();
  const path = join(folder, createHash('sha256').update(JSON.stringify(task)).digest('hex').slice(0, 32));
  const kept = await readFile(path).catch(() => null);
  if (kept) return kept;
  const body = await draw();
  const unfinished = `${path}.${randomUUID()}`;
  await writeFile(unfinished, body);
  await rename(unfinished, path);
  return body;
}
