// The library check: which files on someone's own disk come from this site (spec row LE-5). Only hashes are sent.
import { z } from 'zod';
import { endpoint, uuid } from '#contract/http.ts';
import { LIBRARY_HASHES_MAX } from './limits.ts';

export const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'This hash is not valid.');

/** An asset that contains one of the files. */
export const libraryPack = z.object({
  id: uuid,
  title: z.string(),
  author: z.string(),
  licence: z.string().nullable(),
  isPremium: z.boolean(),
  /** Number of files in the asset. */
  fileCount: z.int(),
  /** Number of its current version. */
  version: z.int(),
});
export type LibraryPack = z.infer<typeof libraryPack>;

export const matchLibrary = endpoint({
  method: 'POST',
  path: '/api/library/matches',
  access: 'member',
  scope: 'read',
  summary:
    'Finds public files by their SHA-256 and returns the assets that contain them. Hashes without a match are left out, and none is stored.',
  body: z.strictObject({
    hashes: z
      .array(sha256)
      .min(1, 'Send at least one hash.')
      .max(LIBRARY_HASHES_MAX, `Send at most ${LIBRARY_HASHES_MAX} hashes.`),
  }),
  reply: z.object({
    /**
     * The same content may be in several assets, or several times in one. `version` is the latest that has it: the current one, or an
     * earlier one.
     */
    files: z.array(z.object({ sha256, resourceId: uuid, path: z.string(), version: z.int() })),
    packs: z.array(libraryPack),
  }),
  fallback: 'The library check failed. Please try again.',
});
