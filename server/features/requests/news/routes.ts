// News about requests on users' dashboards, in case the email about a decision never arrived.
import { DAY_MS } from '#contract/durations.ts';
import * as contract from '#contract/requests/api.ts';
import { REQUEST_NEWS_DAYS, REQUEST_NEWS_MAX } from '#contract/requests/limits.ts';
import type { Deps } from '#server/deps.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { answer, type Route } from '#server/platform/serve.ts';
import { signedIn } from '#server/platform/viewer.ts';
import * as queries from './queries.ts';

export function requestNewsRoutes({ db, now }: Deps): Route[] {
  return [
    answer(contract.listRequestNews, async ({ viewer }) => {
      const after = new Date(now().getTime() - REQUEST_NEWS_DAYS * DAY_MS);
      const rows = await queries.findRequestNews(db, signedIn(viewer).id, { after, most: REQUEST_NEWS_MAX });
      return {
        news: rows.map(({ name, changedAt, ...row }) => ({
          ...row,
          resourceName: name,
          changedAt: changedAt.toISOString(),
        })),
      };
    }),

    answer(contract.dismissRequestNews, async ({ params, body, viewer }) => {
      const given = { requestId: params.id, userId: signedIn(viewer).id, decision: body.decision };
      if (!(await queries.dismissNews(db, given))) throw new Problem('REQUEST_NOT_FOUND');
      return null;
    }),
  ];
}
