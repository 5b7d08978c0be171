// Queries of an asset's stage and files, for pages of other domains that show them (asset-view.tsx).
import { getResource } from '#client/features/resources/api.ts';
import { loadStage } from '#client/features/resources/stage/stage-read.ts';
import type { AppContext } from '#client/kit/data/app-context.ts';
import type { LoadResult } from '#client/kit/data/page.ts';
import { load, type Read, read } from '#client/kit/data/query.ts';
import type { Resource } from '#contract/resources/api.ts';
import { loadFileParts } from './files/file-parts.ts';
import { type FolderPlace, loadFolder, placePath } from './files/folder-place.ts';

/** Query for an asset. */
export function assetRead(id: string): Read<Resource> {
  return read(getResource, { params: { id } });
}

/** Paths of the asset's folders below a page. */
export function folderPathIn(here: string) {
  return (place: FolderPlace): string => placePath(here, place);
}

/** Loads what `AssetView` shows at a URL. `here` is the path of the page. */
export async function loadAsset(
  context: AppContext,
  { id, here, url }: { id: string; here: string; url: URL },
): Promise<LoadResult> {
  const [elsewhere, { isLost }] = await Promise.all([
    loadFolder(context, id, url, { pathOf: folderPathIn(here) }),
    loadStage(context, id, url),
    load(context, assetRead(id)),
    loadFileParts(),
  ]);
  return elsewhere ?? (isLost ? { redirect: here } : undefined);
}
