// One place may have two addresses (a name and a number, a port that is said or not): what is deleted from the one is gone from both.
import { randomUUID } from 'node:crypto';
import type { StorageRoute } from './copying.ts';

const PROBES = 'probe/';

export function isProbe(key: string): boolean {
  return key.startsWith(PROBES);
}

/** What stands under both addresses is the same. */
export class SamePlace extends Error {
  override name = 'SamePlace';
}

/**
 * Puts something at the one end, and looks whether it is at the other.
 * @throws SamePlace, what the storages throw
 */
export async function requireTwoPlaces({ from, to }: StorageRoute): Promise<void> {
  const key = `${PROBES}${randomUUID()}`;
  try {
    await from.put(key, Buffer.from('Written by storage:move, to see whether two places are one.\n'));
    if (await to.stat(key)) throw new SamePlace('both are the same place');
  } finally {
    await from.delete(key);
  }
}
