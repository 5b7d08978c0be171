import type { AppContext } from '#client/kit/data/app-context.ts';
import { listOwnResourceFiles } from './api.ts';

/** Sizes in bytes of all files of a resource, by path. Fetched in pages of 1,000. */
export async function findSizes({ transport }: Pick<AppContext, 'transport'>, id: string) {
  const sizes = new Map<string, number>();
  for (let page = 1; ; page += 1) {
    const { files, pagination } = await listOwnResourceFiles(transport, {
      params: { id },
      query: { page: String(page) },
    });
    for (const { name, size } of files) sizes.set(name, size);
    if (page >= pagination.pages) return sizes;
  }
}
