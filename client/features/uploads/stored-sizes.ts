import type { Services } from '#client/kit/data/services.ts';
import { listResourceFiles } from './api.ts';

/** Sizes of all files of a resource by path, a thousand a call. */
export async function findSizes({ transport }: Pick<Services, 'transport'>, id: string) {
  const sizes = new Map<string, number>();
  for (let page = 1; ; page += 1) {
    const { files, pagination } = await listResourceFiles(transport, { params: { id }, query: { page: String(page) } });
    for (const { name, size } of files) sizes.set(name, size);
    if (page >= pagination.pages) return sizes;
  }
}
