import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Creates the folder that generated demo art is cached in (demo/art/drawn-before.ts). */
export function keepDrawings(): void {
  mkdirSync(fileURLToPath(new URL('../../.cache/demo', import.meta.url)), { recursive: true });
}
