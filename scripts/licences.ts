// `npm run licences`: lists every package with its licence and use, and reports violations.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findLicences, listLicences, packagesIn, readLock } from './build/dependencies.ts';

const project = fileURLToPath(new URL('..', import.meta.url));

/** Packages sent to browsers, as recorded by the last build. */
const readHandedOut = (): Set<string> => {
  try {
    return packagesIn(JSON.parse(readFileSync(join(project, 'dist/client/.vite/modules.json'), 'utf8')));
  } catch {
    process.stderr.write('Nothing is built yet: packages sent to browsers count as tools. Run `npm run build`.\n');
    return new Set();
  }
};

const packages = listLicences(readLock(join(project, 'package-lock.json')), readHandedOut());
for (const { name, version, licence, use } of packages)
  process.stdout.write(`${name}@${version}\t${licence ?? 'unknown'}\t${use}\n`);

const findings = findLicences(packages);
for (const finding of findings) process.stderr.write(`${finding}\n`);
if (findings.length > 0) process.exitCode = 1;
