// `npm run licences`: every package with its licence and what it is used for, and what must not be so.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findLicences, listLicences, packagesIn, readLock } from './build/dependencies.ts';

const project = fileURLToPath(new URL('..', import.meta.url));

/** What browsers are sent is known of a build. */
const readHandedOut = (): Set<string> => {
  try {
    return packagesIn(JSON.parse(readFileSync(join(project, 'dist/client/.vite/modules.json'), 'utf8')));
  } catch {
    process.stderr.write('Nothing is built yet: what browsers are sent counts as a tool. Run `npm run build` first.\n');
    return new Set();
  }
};

const packages = listLicences(readLock(join(project, 'package-lock.json')), readHandedOut());
for (const { name, version, licence, use } of packages)
  process.stdout.write(`${name}@${version}\t${licence ?? 'unknown'}\t${use}\n`);

const findings = findLicences(packages);
for (const finding of findings) process.stderr.write(`${finding}\n`);
if (findings.length > 0) process.exitCode = 1;
