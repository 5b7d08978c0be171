// What home shows, read so that a failing part leaves the page whole.
import { type Read, read } from '../../kit/query.ts';
import { getTopUsers } from '../members/api.ts';
import { getFeatured, getSiteStats, getTags } from './api.ts';

/** The same read, answering null when it fails: or the last good answer, where this browser has one. */
const forgiving = <T>({ key, run }: Read<T>): Read<T | null> => {
  const ownKey = `home ${key}`;
  return {
    key: ownKey,
    run: (services) => run(services).catch(() => services.answers.get<T>(ownKey) ?? null),
  };
};

export const statsRead = forgiving(read(getSiteStats, {}));
export const tagsRead = forgiving(read(getTags, {}));
export const featuredRead = forgiving(read(getFeatured, {}));
export const topUsersRead = forgiving(read(getTopUsers, {}));
