// An administrator's change of somebody's profile (product.md AD-3): by the same rules for names as their own change.

import type { z } from 'zod';
import type { editUser } from '#contract/admin/users.ts';
import type { Deps } from '#server/deps.ts';
import {
  type ActOn,
  auditUser,
  changeOf,
  deleteLinksAndPending,
  findWaysIn,
  foldEmail,
  type HeldPerson,
  isEmailTaken,
  lockAdministrators,
  lockBadges,
  lockEmail,
  lockUser,
  maskEmail,
  type PersonColumns,
  requireStillAdmin,
  type StandingDeps,
  sendInvitation,
  sendNotice,
  sendVerification,
  updatePerson,
} from '#server/features/accounts/public.ts';
import { changeUsername } from '#server/features/members/public.ts';
import { lockUploads } from '#server/features/resources/public.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { endSessionsOf } from '#server/platform/sessions.ts';

type Trx = Deps['db'];
export type Edit = z.output<typeof editUser.body>;

/** What the audit log and the mail call the fields. */
const WORDS: Record<string, string> = {
  username: 'username',
  displayName: 'display name',
  email: 'e-mail address',
  bio: 'bio',
  verified: 'verified mark',
  badges: 'badges',
};

/**
 * Changes what was sent, or nothing. A new address takes effect at once, but has to be verified again: its owner is mailed a
 * link, the old address is told, and everything that was signed in ends. One's own address is changed with the password.
 * @throws Problem USER_NOT_FOUND, USERNAME_TAKEN, EMAIL_TAKEN, OWN_ACCOUNT, NOT_ALLOWED, BADGE_NOT_FOUND, TOO_MANY_REQUESTS
 */
export async function editPerson(deps: StandingDeps, on: ActOn, edit: Edit): Promise<void> {
  const { userId, by } = on;
  await deps.settings.get();
  await deps.db.transaction().execute(async (trx) => {
    // Two who change each other's names would wait for each other: a new name locks its row against the log's entry too.
    await lockAdministrators(trx);
    const now = deps.now();
    await requireStillAdmin(trx, by, now);
    if (!(await findWaysIn(trx, userId))) throw new Problem('USER_NOT_FOUND');
    // Names first: their locks come before those of resources, and these before the person's.
    const renamed =
      edit.username === undefined ? null : await changeUsername(deps, trx, { userId, wish: edit.username, now });
    if (edit.displayName !== undefined) await lockUploads(trx, userId);
    const held = await lockUser(trx, userId, now);
    if (!held) throw new Problem('USER_NOT_FOUND');
    const was = { ...held, username: renamed?.from ?? held.username };
    const is = { ...wantedOf(edit, was), ...(renamed && { username: renamed.to }) };
    if (is.email !== undefined && is.email !== was.email) {
      if (userId === by.id) throw new Problem('OWN_ACCOUNT');
      // Whoever gets the mail gets the account: an administrator's changes with their own password alone.
      if (was.role === 'ADMIN' && was.invitedAt === null) throw administratorsAddress();
      await lockEmail(trx, is.email);
      if (await isEmailTaken(trx, is.email)) throw emailTaken();
    }
    await demandBadges(trx, is.badges ?? [], was.badges);
    const change = changeOf(was, is);
    if (!change) return;
    await updatePerson(trx, userId, columnsOf(change.after), now);
    await auditUser(trx, on, now, {
      action: 'user.edit',
      before: { ...masked(change.before), username: was.username },
      after: masked(change.after),
    });
    await deps.bus.publish(trx, 'members', userId);
    await deps.bus.publish(trx, 'resources', userId);
    const moved = { ...held, email: is.email ?? held.email };
    if (moved.email !== was.email) await moveAddress(deps, trx, moved);
    if (userId === by.id) return;
    // To the address that it had: its owner must hear of it whatever became of the account.
    const what = Object.keys(change.after).map((key) => WORDS[key] ?? key);
    await sendNotice(deps, trx, { email: was.email, name: was.username }, { kind: 'account-changed', what });
  });
}

const administratorsAddress = (): Problem => {
  const message = 'Administrators change their own address. Change the role first.';
  return new Problem('NOT_ALLOWED', { message });
};

const emailTaken = (): Problem => {
  const message = 'An account with this e-mail already exists.';
  return new Problem('EMAIL_TAKEN', { message, fields: { email: message } });
};

type Wanted = Partial<Pick<HeldPerson, 'username' | 'displayName' | 'email' | 'bio' | 'verified' | 'badges'>>;

const wantedOf = (edit: Edit, was: HeldPerson): Wanted => ({
  ...(edit.displayName !== undefined && { displayName: edit.displayName?.trim() || null }),
  ...(edit.email !== undefined && { email: foldEmail(edit.email) }),
  ...(edit.bio !== undefined && { bio: edit.bio.trim() }),
  ...(edit.verified !== undefined && { verified: edit.verified }),
  ...(edit.badges !== undefined && { badges: [...new Set(edit.badges)] }),
  ...(edit.username === undefined ? {} : { username: was.username }),
});

/** Badges are those of this site; what somebody has already may stay, though its badge is gone. */
const demandBadges = async (trx: Trx, wanted: readonly string[], had: readonly string[]): Promise<void> => {
  const added = wanted.filter((name) => !had.includes(name));
  const known = await lockBadges(trx, added);
  if (added.some((name) => !known.has(name))) throw new Problem('BADGE_NOT_FOUND');
};

/** But for the username, which is written already. */
const columnsOf = (after: Record<string, unknown>): PersonColumns => {
  const { username: _, displayName, email, ...others } = after as Wanted;
  return {
    ...others,
    ...(displayName !== undefined && { display_name: displayName }),
    ...(email !== undefined && { email, email_verified_at: null, proven_elsewhere: false }),
  };
};

const masked = (values: Record<string, unknown>): Record<string, unknown> =>
  typeof values.email === 'string' ? { ...values, email: maskEmail(values.email) } : values;

const moveAddress = async (deps: StandingDeps, trx: Trx, person: HeldPerson): Promise<void> => {
  await endSessionsOf(trx, person.id, null);
  await deleteLinksAndPending(trx, person.id);
  const to = { userId: person.id, email: person.email, username: person.username };
  if (person.invitedAt) await sendInvitation(deps, trx, to);
  else await sendVerification(deps, trx, to);
};
