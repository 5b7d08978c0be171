// The asset types that have resources, most common first.

import { listTypes } from '#client/features/resources/api.ts';
import { read, useLoaded } from '#client/kit/data/query.ts';

export const typesRead = read(listTypes, {});

/** Empty if the types could not be loaded. Pages that use this hook load `typesRead` in their loader. */
export function useTypes(): { name: string; count: number }[] {
  return useLoaded(typesRead) ?? [];
}
