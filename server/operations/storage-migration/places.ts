// Detects whether two addresses lead to the same storage, for example a name and an IP. If they did, deleting a file at one
// address would also delete it at the other.
import { randomUUID } from 'node:crypto';
import type { StorageRoute } from './copying.ts';

const PROBES = 'probe/';

export function isProbe(key: string): boolean {
  return key.startsWith(PROBES);
}

/** Thrown if both addresses lead to the same storage. */
export class SamePlace extends Error {
  override name = 'SamePlace';
}

/**
 * Writes a file to one storage backend and checks whether it appears in the other.
 * @throws SamePlace if it does; storage errors
 */
export async function requireTwoPlaces({ from, to }: StorageRoute): Promise<void> {
  const key = `${PROBES}${randomUUID()}`;
  try {
    await from.put(key, Buffer.from('Written by storage:move to check whether both places are the same.\n'));
    if (await to.stat(key)) throw new SamePlace('both are the same place');
  } finally {
    await from.delete(key);
  }
}
