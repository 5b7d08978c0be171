import { getStage } from '#client/features/resources/api.ts';
import { type Read, read } from '#client/kit/data/query.ts';
import type { Stage } from '#contract/resources/api.ts';

/** The file a resource's page shows first; `name` asks for one. */
export function stageRead(id: string, name?: string): Read<Stage> {
  return read(getStage, { params: { id }, query: { ...(name !== undefined && { file: name }) } });
}

/** The file that an address names. */
export function fileOf(query: URLSearchParams): string | undefined {
  return query.get('file') || undefined;
}
