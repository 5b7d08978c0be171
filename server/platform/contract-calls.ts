// The contract's modules and the endpoints they declare, loaded from the folder once at startup.
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { EndpointSpec } from '#contract/http.ts';

/** A contract file, for example `forum/api.ts`, and its exports. */
export type ContractModule = { name: string; exports: Readonly<Record<string, unknown>> };

/** An endpoint with the names of its export and module. */
export type DeclaredEndpoint = EndpointSpec & { name: string; module: string };

const folder = fileURLToPath(new URL('../../contract/', import.meta.url));

const readModule = async (name: string): Promise<ContractModule> => ({
  name,
  exports: (await import(/* @vite-ignore */ `#contract/${name}`)) as ContractModule['exports'],
});

/** All modules of the contract, sorted by name. */
export const contractModules: readonly ContractModule[] = await Promise.all(
  globSync('**/*.ts', { cwd: folder })
    .filter((name) => !name.endsWith('.test.ts'))
    .sort()
    .map(readModule),
);

const isEndpoint = (value: unknown): value is EndpointSpec =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;

/** The endpoints of one module, in the order of its exports. */
export function callsOf({ name: module, exports }: ContractModule): DeclaredEndpoint[] {
  return Object.entries(exports).flatMap(([name, value]) => (isEndpoint(value) ? [{ ...value, name, module }] : []));
}

/** All endpoints of the contract. */
export const declaredEndpoints: readonly DeclaredEndpoint[] = contractModules.flatMap(callsOf);
