import { getSeen, markThreadsRead } from '#contract/forum/unread.ts';
import type { Deps } from '#server/deps.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { answer, type Route } from '#server/platform/serve.ts';
import { signedIn } from '#server/platform/viewer.ts';
import { findSeen, markSubcategoryRead } from './queries.ts';

/** Posts that are older than this count as read, so that people who return after years don't find everything unread. */
const UNREAD_KEPT_MS = 30 * 86_400_000;

/** Reading progress in lists of threads. Lists themselves are the same for everyone. */
export function forumUnreadRoutes({ db, now }: Deps): Route[] {
  return [
    answer(getSeen, async ({ query: { threads }, viewer }) => {
      const since = new Date(now().getTime() - UNREAD_KEPT_MS);
      const rows = await findSeen(db, { userId: signedIn(viewer).id, threadIds: threads.split(','), since });
      return { seen: Object.fromEntries(rows.map(({ id, number }) => [id, number])) };
    }),

    answer(markThreadsRead, async ({ params, viewer }) => {
      const given = { userId: signedIn(viewer).id, subcategoryId: params.id, now: now() };
      if (!(await markSubcategoryRead(db, given))) throw new Problem('FORUM_CATEGORY_NOT_FOUND');
      return null;
    }),
  ];
}
