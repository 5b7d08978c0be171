// Every call that a contract module declares, whether a route answers it yet or not.
import { globSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { EndpointSpec } from '#contract/http.ts';

const isEndpoint = (value: unknown): value is EndpointSpec =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;

const folder = fileURLToPath(new URL('../../contract/', import.meta.url));

const modules = await Promise.all(
  globSync('**/*.ts', { cwd: folder })
    .filter((name) => !name.endsWith('.test.ts'))
    .sort()
    .map(async (name) => ({ name, exports: (await import(pathToFileURL(folder + name).href)) as object })),
);

/** Every contract module by its file name, with what it exports. */
export const contractModules: readonly { name: string; exports: object }[] = modules;

export const declaredEndpoints: readonly (EndpointSpec & { name: string; module: string })[] = modules.flatMap(
  ({ name: module, exports }) =>
    Object.entries(exports)
      .filter((entry): entry is [string, EndpointSpec] => isEndpoint(entry[1]))
      .map(([name, endpoint]) => ({ ...endpoint, name, module })),
);
