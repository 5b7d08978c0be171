import { getStage } from '#client/features/resources/api.ts';
import type { AppContext } from '#client/kit/data/app-context.ts';
import { load, type Read, read } from '#client/kit/data/query.ts';
import type { Stage } from '#contract/resources/api.ts';

/** The file a resource's page shows first; `name` asks for one. */
export function stageRead(id: string, name?: string): Read<Stage> {
  return read(getStage, { params: { id }, query: { ...(name !== undefined && { file: name }) } });
}

/** The file that an address names. */
export function fileOf(query: URLSearchParams): string | undefined {
  return query.get('file') || undefined;
}

/** Loads what the stage shows. @returns whether the address names a file that does not exist */
export async function loadStage(context: AppContext, id: string, url: URL): Promise<{ isLost: boolean }> {
  const name = fileOf(url.searchParams);
  const { file } = await load(context, stageRead(id, name));
  return { isLost: name !== undefined && file?.name !== name };
}
