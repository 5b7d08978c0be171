import { getApiGroup, getApiGuide } from '#client/features/developers/api.ts';
import { read } from '#client/kit/data/query.ts';

export const DEVELOPERS_PATH = '/developers';
export const OPENAPI_PATH = '/api/openapi.json';

export const guideRead = read(getApiGuide, {});
export function groupRead(group: string) {
  return read(getApiGroup, { params: { group } });
}

/** The endpoint group in a URL; null for the guide. */
export function apiGroupOf(query: URLSearchParams): string | null {
  return query.get('group') || null;
}

/** URL of a group's page, or of an endpoint on it. */
export function groupPath(group: string, callId?: string): string {
  return `${DEVELOPERS_PATH}?group=${group}${callId === undefined ? '' : `#${callId}`}`;
}
