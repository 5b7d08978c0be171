// Versions of an asset that people can download.
import { z } from 'zod';
import { endpoint, timestamp, uuid } from '#contract/http.ts';

export const resourceVersion = z.object({
  number: z.int(),
  /** What changed, in the words of the creator; empty for the first version. */
  note: z.string(),
  publishedAt: timestamp,
  fileCount: z.int(),
  /** Bytes of all its files. */
  fileSize: z.int(),
});
export type ResourceVersion = z.infer<typeof resourceVersion>;

export const listResourceVersions = endpoint({
  method: 'GET',
  path: '/api/resources/{id}/versions',
  access: 'visitor',
  scope: 'read',
  summary:
    'Returns the number of the current version of an asset and its versions, newest first. Download an earlier one with the selection `v` and its number, such as `v1`. An asset that has had only one version has an empty list.',
  params: z.strictObject({ id: uuid }),
  reply: z.object({ current: z.int(), versions: z.array(resourceVersion) }),
  problems: ['RESOURCE_NOT_FOUND'],
  fallback: 'Failed to fetch resource details',
});
