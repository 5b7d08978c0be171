// The versions of an asset.
import { apiCall } from '#client/kit/data/call.ts';
import { read } from '#client/kit/data/query.ts';
import type * as contract from '#contract/resources/versions.ts';

const listResourceVersions = apiCall<typeof contract.listResourceVersions>({
  method: 'GET',
  path: '/api/resources/{id}/versions',
  fallback: 'Failed to fetch resource details',
});

/** Query for the versions of an asset. */
export function versionsRead(id: string) {
  return read(listResourceVersions, { params: { id } });
}
