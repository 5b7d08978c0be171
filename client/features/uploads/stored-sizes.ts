import type { AppContext } from '#client/kit/data/app-context.ts';
import { listOwnResourceFiles } from './api.ts';

export type StoredFile = { size: number; sha256: string };

/** Sizes in bytes and checksums of all files of a resource, by path. Fetched in pages of 1,000. */
export async function findStored({ transport }: Pick<AppContext, 'transport'>, id: string) {
  const stored = new Map<string, StoredFile>();
  for (let page = 1; ; page += 1) {
    const { files, pagination } = await listOwnResourceFiles(transport, {
      params: { id },
      query: { page: String(page) },
    });
    for (const { name, size, sha256 } of files) stored.set(name, { size, sha256 });
    if (page >= pagination.pages) return stored;
  }
}
