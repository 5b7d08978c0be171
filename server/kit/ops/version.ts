// Which version of the product runs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const readVersion = (projectDir: string): string =>
  (JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8')) as { version: string }).version;
