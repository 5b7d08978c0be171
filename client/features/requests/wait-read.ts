import { type Read, read } from '#client/kit/query.ts';
import type { ReplyOf } from '#contract/http.ts';
import type { getRequestWait as call } from '#contract/requests.ts';
import { getRequestWait } from './api.ts';

/** From when on a person may ask for a resource: kept by person, so that nobody is shown another one's wait. */
export const waitRead = (personId: string): Read<ReplyOf<typeof call>> => ({
  ...read(getRequestWait, {}),
  key: `${getRequestWait.path} ${personId}`,
});
