// Cached queries of the home page. If one of them fails, the rest of the page still works.

import { getTopUsers } from '#client/features/members/api.ts';
import { type Read, read } from '#client/kit/data/query.ts';
import type { TopUser } from '#contract/members/api.ts';
import { getFeatured, getSiteStats, getTags } from './api.ts';

/** Wraps a query: if it fails, the result is the last successful response, or null if the cache does not have one. */
const forgiving = <T>({ key, run }: Read<T>): Read<T | null> => {
  const ownKey = `home ${key}`;
  return {
    key: ownKey,
    run: (context) => run(context).catch(() => context.queryCache.get<T>(ownKey) ?? null),
  };
};

export const homeStatsRead = forgiving(read(getSiteStats, {}));
export const tagsRead = forgiving(read(getTags, {}));
export const featuredRead = forgiving(read(getFeatured, {}));

/** The top leakers, or the reason why they could not be loaded (specification, section 8). */
type TopUsers = { users: TopUser[]; error?: string };

const topUsers = read(getTopUsers, {});
export const topUsersRead: Read<TopUsers> = {
  key: `home ${topUsers.key}`,
  run: (context) =>
    topUsers
      .run(context)
      .catch(
        () => context.queryCache.get<TopUsers>(topUsersRead.key) ?? { users: [], error: 'Could not load user data' },
      ),
};
