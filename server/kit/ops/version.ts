// The running version of the product.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export function readVersion(projectDir: string): string {
  return (JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8')) as { version: string }).version;
}
