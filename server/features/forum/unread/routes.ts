import { getSeen, markListRead } from '#contract/forum/unread.ts';
import type { Deps } from '#server/deps.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { answer, type Route } from '#server/platform/serve.ts';
import { signedIn } from '#server/platform/viewer.ts';
import { findSeen, markRead } from './queries.ts';

/** Posts that are older than this count as read, so that people who return after years don't find everything unread. */
const UNREAD_KEPT_MS = 30 * 86_400_000;

/** Reading progress in lists of threads. Lists themselves are the same for everyone. */
export function forumUnreadRoutes({ db, now }: Deps): Route[] {
  return [
    answer(getSeen, ({ query: { threads }, viewer }) =>
      findSeen(db, {
        userId: signedIn(viewer).id,
        threadIds: threads.split(','),
        since: new Date(now().getTime() - UNREAD_KEPT_MS),
      }),
    ),

    answer(markListRead, async ({ params, viewer }) => {
      const given = { userId: signedIn(viewer).id, subcategoryId: params.id, now: now() };
      if (!(await markRead(db, given))) throw new Problem('FORUM_CATEGORY_NOT_FOUND');
      return null;
    }),
  ];
}
