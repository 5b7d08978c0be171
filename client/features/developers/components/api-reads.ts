import { getApiGroup, getApiGuide } from '#client/features/developers/api.ts';
import { read } from '#client/kit/data/query.ts';

export const DEVELOPERS_PATH = '/developers';
export const OPENAPI_PATH = '/api/openapi.json';

export const guideRead = read(getApiGuide, {});
export function groupRead(group: string) {
  return read(getApiGroup, { params: { group } });
}

/** The group that an address asks for; null for the guide. */
export function apiGroupOf(query: URLSearchParams): string | null {
  return query.get('group') || null;
}

/** The page of a group, or the place of one of its calls there. */
export function groupPath(group: string, callId?: string): string {
  return `${DEVELOPERS_PATH}?group=${group}${callId === undefined ? '' : `#${callId}`}`;
}
