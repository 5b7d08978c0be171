import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Makes the folder in which the studio keeps what it has drawn (demo/art/drawn-before.ts). */
export function keepDrawings(): void {
  mkdirSync(fileURLToPath(new URL('../../.cache/demo', import.meta.url)), { recursive: true });
}
