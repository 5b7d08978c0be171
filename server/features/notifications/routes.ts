import * as contract from '#contract/notifications/api.ts';
import { NOTIFICATIONS_PER_PAGE } from '#contract/notifications/limits.ts';
import type { Deps } from '#server/deps.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { readRawBody } from '#server/kit/http/raw-body.ts';
import { requireWithinLimit } from '#server/kit/rate-limits/pg-rate-limiter.ts';
import { answer, answerExchange, type Call, type Route } from '#server/platform/serve.ts';
import { signedIn } from '#server/platform/viewer.ts';
import { changeSetting, readUnsubscription, unsubscribe } from './actions.ts';
import * as queries from './queries.ts';
import { cursorOf, groupLabels, kindsOf, presentNotification, presentSetting, readCursor } from './rules.ts';

/** A mail program sends `List-Unsubscribe=One-Click`, in either encoding of forms. */
const FORM_MAX_BYTES = 4096;

export function notificationRoutes(deps: Deps): Route[] {
  const { db, limits, now, notificationKinds: all } = deps;

  const unreadOf = (userId: string) => queries.countUnread(db, userId, { all, now: now() });
  const countChange = (userId: string) =>
    requireWithinLimit(deps, `notifications ${userId}`, limits.notificationChanges, now());

  const mark = async ({ viewer }: Pick<Call, 'viewer'>, id: string, andOlder: boolean) => {
    const { id: userId } = signedIn(viewer);
    await countChange(userId);
    if (!(await queries.markRead(db, { userId, id, andOlder }, now()))) throw new Problem('NOTIFICATION_NOT_FOUND');
    return { unread: await unreadOf(userId) };
  };

  return [
    answer(contract.listNotifications, async ({ query, viewer, setHeader }) => {
      setHeader('cache-control', 'private, no-store');
      const { id: userId } = signedIn(viewer);
      const { filter = 'all', before, limit } = query;
      const most = limit === undefined ? NOTIFICATIONS_PER_PAGE : Number(limit);
      const wanted = {
        isUnread: filter === 'unread',
        kinds: kindsOf(filter, all),
        before: before === undefined ? null : readCursor(before),
        most: most + 1,
      };
      const [rows, unread] = await Promise.all([
        queries.listNotifications(db, userId, wanted, { all, now: now() }),
        unreadOf(userId),
      ]);
      const page = rows.slice(0, most);
      const last = page.at(-1);
      return {
        notifications: page.flatMap((row) => presentNotification(row, all) ?? []),
        older: rows.length > most && last ? cursorOf(last) : null,
        unread,
      };
    }),

    answer(contract.countUnread, async ({ viewer, setHeader }) => {
      setHeader('cache-control', 'private, no-store');
      return { unread: await unreadOf(signedIn(viewer).id) };
    }),

    answer(contract.markRead, (call) => mark(call, call.params.id, false)),
    answer(contract.markAllRead, (call) => mark(call, call.body.upTo, true)),

    answer(contract.getNotificationSettings, async ({ viewer, setHeader }) => {
      setHeader('cache-control', 'private, no-store');
      const { id: userId } = signedIn(viewer);
      const [rows, emailVerified] = await Promise.all([
        queries.findSettings(db, userId),
        queries.findIsVerified(db, userId),
      ]);
      const groups = [...new Set(all.map(({ group }) => group))];
      return {
        settings: all.map((kind) => presentSetting(kind, rows)),
        groups: groups.map((group) => ({ group, label: groupLabels[group] })),
        emailVerified,
      };
    }),

    answer(contract.changeNotificationSetting, async ({ viewer, params, body }) => {
      const { id: userId } = signedIn(viewer);
      await countChange(userId);
      return changeSetting(deps, { userId, kind: params.kind, changes: body });
    }),

    answer(contract.getUnsubscription, async ({ query, setHeader }) => {
      setHeader('cache-control', 'private, no-store');
      return readUnsubscription(deps, query.token);
    }),

    answer(contract.unsubscribe, ({ body }) => unsubscribe(deps, body.token)),

    answerExchange(contract.unsubscribeByMail, async ({ query }, { request }) => {
      await readRawBody(request.raw, FORM_MAX_BYTES);
      await unsubscribe(deps, query.token);
      return null;
    }),
  ];
}
