import { ADMIN_USERS_PER_PAGE } from '#contract/admin/limits.ts';
import * as contract from '#contract/admin/users.ts';
import type { Deps } from '#server/deps.ts';
import { deletePerson, restorePerson } from '#server/features/account-deletion/public.ts';
import {
  type ActOn,
  changePremium,
  changeRole,
  findBelongings,
  liftSuspension,
  requireConfirmed,
  resetTwoFactor,
  signOutEverywhere,
  suspend,
} from '#server/features/accounts/public.ts';
import { readResourcePage } from '#server/features/resources/public.ts';
import { readListCounts } from '#server/kit/db/list-counts.ts';
import { type CsvColumn, pageThrough, sendCsv } from '#server/kit/http/csv.ts';
import { readOrder } from '#server/kit/http/list-query.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { noteExport } from '#server/platform/export-note.ts';
import { actorOf, answer, answerExchange, type Caller, type Route } from '#server/platform/serve.ts';
import { signedIn } from '#server/platform/viewer.ts';
import { editPerson } from './editing.ts';
import { invite, inviteAgain } from './inviting.ts';
import { presentUser, presentUserDetail } from './presenting.ts';
import * as queries from './queries.ts';
import { paginateUpTo, parseUserSearch } from './rules.ts';

type Narrowing = {
  search?: string | undefined;
  role?: queries.UserFilter['role'];
  status?: queries.UserFilter['status'];
  premium?: 'true' | undefined;
};

const readFilter = ({ search, role, status, premium }: Narrowing): queries.UserFilter => ({
  ...parseUserSearch(search),
  role,
  status,
  premium: premium === 'true',
});

const isUnfiltered = ({ search, ids, role, status, premium }: queries.UserFilter): boolean =>
  !search && !ids && !role && !status && !premium;

const columns: CsvColumn<contract.AdminUser>[] = [
  { header: 'id', value: (user) => user.id },
  { header: 'username', value: (user) => user.username },
  { header: 'displayName', value: (user) => user.displayName },
  { header: 'email', value: (user) => user.email },
  { header: 'emailVerified', value: (user) => user.emailVerified },
  { header: 'role', value: (user) => user.role },
  { header: 'status', value: (user) => user.status },
  { header: 'premiumSince', value: (user) => user.premiumSince },
  { header: 'premiumUntil', value: (user) => user.premiumUntil },
  { header: 'uploads', value: (user) => user.uploads },
  { header: 'createdAt', value: (user) => user.createdAt },
];

type Count = { counted: number; isExact: boolean };

const present = (
  rows: queries.UserRow[],
  page: ReturnType<typeof readResourcePage>,
  { counted, isExact }: Count,
  now: Date,
) => ({
  users: rows.map((row) => presentUser(row, now)),
  pagination: paginateUpTo({ counted, most: queries.MOST_COUNTED }, page, isExact),
});

const asDate = (time: string | null | undefined): Date | null => (time ? new Date(time) : null);

export function userRoutes(deps: Deps): Route[] {
  const { db } = deps;

  const detailOf = async (id: string): Promise<contract.AdminUserDetail> => {
    const now = deps.now();
    const row = await queries.findUser(db, id, now);
    if (!row) throw new Problem('USER_NOT_FOUND');
    return presentUserDetail(row, await findBelongings(db, id, now), now);
  };

  // Target user and acting administrator, as the user actions expect them.
  const on = (call: Caller & { params: { id: string } }): ActOn => ({
    userId: call.params.id,
    by: actorOf(call),
  });

  const countOf = async (filter: queries.UserFilter, now: Date): Promise<Count> => {
    if (!isUnfiltered(filter)) {
      const counted = await queries.countUsers(db, filter, now);
      return { counted, isExact: counted <= queries.MOST_COUNTED };
    }
    const counts = await readListCounts(db, 'users');
    return { counted: Object.values(counts).reduce((sum, count) => sum + Number(count), 0), isExact: true };
  };

  const setRole = async (
    call: Caller & {
      params: { id: string };
      body: { role: contract.AdminUser['role']; was?: contract.AdminUser['role'] };
    },
  ) => {
    await requireConfirmed(deps, signedIn(call.viewer));
    await changeRole(deps, on(call), call.body);
    return detailOf(call.params.id);
  };

  const setPremium = async (
    call: Caller & { params: { id: string }; body: { isPremium: boolean; until?: string | null | undefined } },
  ) => {
    const { isPremium, until } = call.body;
    if (isPremium) await requireConfirmed(deps, signedIn(call.viewer));
    await changePremium(deps, on(call), { isPremium, until: asDate(until) });
    return detailOf(call.params.id);
  };

  return [
    answer(contract.listUsers, async ({ query }) => {
      const now = deps.now();
      const filter = readFilter(query);
      const page = readResourcePage(query, ADMIN_USERS_PER_PAGE);
      const usual = filter.premium ? 'premiumSince' : 'createdAt';
      const order = readOrder<queries.UserOrder['sort']>(query, { usual, time: 'createdAt' });
      const isFar = page.offset >= queries.MOST_COUNTED;
      const { sort } = order;
      const isSought = filter.search !== null || filter.ids !== null || filter.role === 'PREMIUM' || filter.premium;
      if (isSought && sort !== 'premiumSince') {
        const { total, users } = await queries.seekUsers(db, filter, { ...order, sort }, page, now);
        return present(users, page, { counted: total, isExact: total <= queries.MOST_COUNTED }, now);
      }
      const [rows, count] = await Promise.all([
        isFar ? [] : queries.findUsers(db, filter, order, page, now),
        countOf(filter, now),
      ]);
      return present(rows, page, count, now);
    }),

    answerExchange(contract.exportUsers, async ({ query, ...caller }, { request, reply }) => {
      const now = deps.now();
      const filter = readFilter(query);
      await requireConfirmed(deps, signedIn(caller.viewer));
      await noteExport(deps, request, caller, { list: 'user', filter: query });
      const rows = pageThrough<queries.UserRow>((last, limit) =>
        queries.findUsersAfter(db, filter, { last, limit }, now),
      );
      return sendCsv(reply, {
        name: 'users.csv',
        columns: columns.map(({ header, value }) => ({
          header,
          value: (row: queries.UserRow) => value(presentUser(row, now)),
        })),
        rows,
      });
    }),

    answer(contract.addUser, async (call) => {
      const { email, username, displayName, role = 'USER' } = call.body;
      // The invited user receives this role without any further check, so the administrator must confirm their identity now.
      if (role !== 'USER') await requireConfirmed(deps, signedIn(call.viewer));
      return detailOf(await invite(deps, actorOf(call), { email, username, displayName, role }));
    }),

    answer(contract.getUser, ({ params }) => detailOf(params.id)),

    answer(contract.editUser, async (call) => {
      // Changing the email hands over control of the account.
      if (call.body.email !== undefined) await requireConfirmed(deps, signedIn(call.viewer));
      await editPerson(deps, on(call), call.body);
      return detailOf(call.params.id);
    }),

    answer(contract.deleteUser, async (call) => {
      await requireConfirmed(deps, signedIn(call.viewer));
      await deletePerson(deps, on(call));
      return null;
    }),

    answer(contract.restoreUser, async (call) => {
      await restorePerson(deps, on(call), () => requireConfirmed(deps, signedIn(call.viewer)));
      return detailOf(call.params.id);
    }),

    answer(contract.setUserRole, setRole),
    answer(contract.patchUserRole, setRole),
    answer(contract.setUserPremium, setPremium),
    answer(contract.patchUserPremium, setPremium),

    answer(contract.banUser, async (call) => {
      const { reason, until } = call.body;
      await suspend(deps, on(call), { reason: reason.trim(), until: asDate(until) });
      return detailOf(call.params.id);
    }),

    answer(contract.unbanUser, async (call) => {
      await liftSuspension(deps, on(call));
      return null;
    }),

    answer(contract.resetUserTwoFactor, async (call) => {
      await requireConfirmed(deps, signedIn(call.viewer));
      await resetTwoFactor(deps, on(call));
      return detailOf(call.params.id);
    }),

    answer(contract.signOutUser, async (call) => {
      const viewer = signedIn(call.viewer);
      const isOwn = viewer.id === call.params.id;
      // Logging someone else out requires confirmation, because a stolen session could otherwise lock out the other
      // administrators.
      const demand = isOwn ? null : (trx: Deps['db']) => requireConfirmed({ ...deps, db: trx }, viewer);
      await signOutEverywhere(deps, on(call), { exceptId: isOwn ? viewer.sessionId : null, demand });
      return detailOf(call.params.id);
    }),

    answer(contract.inviteUser, async (call) => {
      await inviteAgain(deps, on(call));
      return detailOf(call.params.id);
    }),
  ];
}
