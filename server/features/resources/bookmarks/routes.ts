import { DOWNLOADS_PER_PAGE } from '#contract/downloads/limits.ts';
import * as contract from '#contract/resources/bookmarks.ts';
import type { Deps } from '#server/deps.ts';
import { findUploader } from '#server/features/accounts/public.ts';
import { readResourcePage, thumbnailUrl } from '#server/features/resources/rules.ts';
import { paginate } from '#server/kit/db/pagination.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { requireWithinLimit } from '#server/kit/rate-limits/pg-rate-limiter.ts';
import { pictureUrl } from '#server/platform/profile-pictures.ts';
import { answer, type Call, type Route } from '#server/platform/serve.ts';
import { signedIn, type Viewer } from '#server/platform/viewer.ts';
import { newFollower } from './notifications.ts';
import { presentDownload } from './presenting.ts';
import * as queries from './queries.ts';

/** Maximum number of bookmarks of each kind that the browser keeps a copy of. */
const MOST_MIRRORED = 5000;

const addFollow: typeof queries.deleteFollow = (db, following, now) =>
  queries.addFollow(db, newFollower, following, now);

export function bookmarkRoutes(deps: Deps): Route[] {
  const { db, limits } = deps;

  const countMark = ({ id }: Viewer) => requireWithinLimit(deps, `marks ${id}`, limits.marks, deps.now());

  // Adds or removes a like or save, and returns the resource's counter.
  const mark = async (
    change: typeof queries.addLike,
    { viewer, params }: Pick<Call, 'viewer'> & { params: { id: string } },
  ) => {
    const person = signedIn(viewer);
    await countMark(person);
    const count = await change(db, { resourceId: params.id, userId: person.id, now: deps.now() });
    if (count === undefined) throw new Problem('RESOURCE_NOT_FOUND');
    return count;
  };

  // Follows or unfollows a user, and returns their follower count.
  const follow = async (
    change: typeof queries.deleteFollow,
    { viewer, params }: Pick<Call, 'viewer'> & { params: { author: string } },
  ) => {
    const person = signedIn(viewer);
    await countMark(person);
    const leaker = await findUploader(db, params.author.toLowerCase(), deps.now());
    if (!leaker) throw new Problem('PROFILE_NOT_FOUND');
    if (leaker.id === person.id) throw new Problem('SELF_FOLLOW');
    const followers = await change(db, { followerId: person.id, leakerId: leaker.id }, deps.now());
    if (followers === undefined) throw new Problem('PROFILE_NOT_FOUND');
    return followers;
  };

  return [
    answer(contract.likeResource, async (call) => ({ likes: await mark(queries.addLike, call), liked: true })),
    answer(contract.unlikeResource, async (call) => ({ likes: await mark(queries.deleteLike, call), liked: false })),
    answer(contract.saveResource, async (call) => ({ saves: await mark(queries.addSave, call), saved: true })),
    answer(contract.unsaveResource, async (call) => ({ saves: await mark(queries.deleteSave, call), saved: false })),
    answer(contract.followLeaker, async (call) => ({
      followers: await follow(addFollow, call),
      isFollowing: true,
    })),
    answer(contract.unfollowLeaker, async (call) => ({
      followers: await follow(queries.deleteFollow, call),
      isFollowing: false,
    })),

    answer(contract.getMarks, async ({ viewer, setHeader }) => {
      setHeader('cache-control', 'private, no-store');
      return queries.findMarks(db, signedIn(viewer).id, MOST_MIRRORED, deps.now());
    }),

    answer(contract.listSavedItems, async ({ viewer, query, setHeader }) => {
      const { id } = signedIn(viewer);
      const [rows, total] = await Promise.all([
        queries.findSaved(db, id, query, readResourcePage(query)),
        queries.countSaved(db, id, query),
      ]);
      setHeader('x-total-count', String(total));
      setHeader('cache-control', 'private, no-store');
      return rows.map(({ thumbnailKey, savedAt, ...row }) => ({
        ...row,
        imageUrl: thumbnailUrl(thumbnailKey, 640),
        date: savedAt.toISOString(),
      }));
    }),

    answer(contract.listFollowing, async ({ viewer, query, setHeader }) => {
      const { id } = signedIn(viewer);
      const [rows, total] = await Promise.all([
        queries.findFollowed(db, id, query, readResourcePage(query), deps.now()),
        queries.countFollowed(db, id, query, deps.now()),
      ]);
      setHeader('x-total-count', String(total));
      setHeader('cache-control', 'private, no-store');
      return rows.map((row) => ({
        id: row.id,
        avatar: pictureUrl(row.avatar, 'avatar'),
        name: row.displayName ?? row.username,
        username: row.username,
        totalAssets: row.uploads,
        lastActive: row.lastActive?.toISOString() ?? null,
      }));
    }),

    answer(contract.getSummary, async ({ viewer, setHeader }) => {
      setHeader('cache-control', 'private, no-store');
      return queries.findSummary(db, signedIn(viewer).id, deps.now());
    }),

    answer(contract.listDownloads, async ({ viewer, query, setHeader }) => {
      const person = signedIn(viewer);
      const page = readResourcePage(query, DOWNLOADS_PER_PAGE);
      const [rows, total] = await Promise.all([
        queries.findDownloads(db, person.id, query, page),
        queries.countDownloads(db, person.id, query),
      ]);
      setHeader('cache-control', 'private, no-store');
      return {
        downloads: rows.map((row) => presentDownload(row, person)),
        pagination: paginate(total, page),
      };
    }),
  ];
}
