import { apiCall } from '#client/kit/data/call.ts';
import { read } from '#client/kit/data/query.ts';
import type * as contract from '#contract/resources/projects.ts';

const getProject = apiCall<typeof contract.getProject>({
  method: 'GET',
  path: '/api/projects/{key}',
  fallback: 'Project not found',
});

export function projectRead(key: string) {
  return read(getProject, { params: { key } });
}
