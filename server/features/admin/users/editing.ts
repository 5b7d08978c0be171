// Lets administrators edit a user's profile (product.md AD-3). Names follow the same rules as when users change their own.

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

/** Names of the fields, for the audit log and the email. */
const WORDS: Record<string, string> = {
  username: 'username',
  displayName: 'display name',
  email: 'email address',
  bio: 'bio',
  verified: 'verified badge',
  badges: 'badges',
};

/**
 * Applies either all changes or none. A new email takes effect immediately but must be verified again. The new address gets a
 * link, the old one is notified, and all sessions end. Administrators cannot change their own email here, because that requires
 * their password.
 * @throws Problem USER_NOT_FOUND, USERNAME_TAKEN, EMAIL_TAKEN, OWN_ACCOUNT, NOT_ALLOWED, BADGE_NOT_FOUND, TOO_MANY_REQUESTS
 */
export async function editPerson(deps: StandingDeps, on: ActOn, edit: Edit): Promise<void> {
  const { userId, by } = on;
  await deps.settings.get();
  await deps.db.transaction().execute(async (trx) => {
    // Prevents a deadlock if two administrators rename each other, because renaming locks a row that the audit entry also needs.
    await lockAdministrators(trx);
    const now = deps.now();
    await requireStillAdmin(trx, by, now);
    if (!(await findWaysIn(trx, userId))) throw new Problem('USER_NOT_FOUND');
    // Rename first, because of the lock order: usernames, resources, then the user.
    const renamed =
      edit.username === undefined ? null : await changeUsername(deps, trx, { userId, wish: edit.username, now });
    if (edit.displayName !== undefined) await lockUploads(trx, userId);
    const held = await lockUser(trx, userId, now);
    if (!held) throw new Problem('USER_NOT_FOUND');
    const was = { ...held, username: renamed?.from ?? held.username };
    const is = { ...wantedOf(edit, was), ...(renamed && { username: renamed.to }) };
    if (is.email !== undefined && is.email !== was.email) {
      if (userId === by.id) throw new Problem('OWN_ACCOUNT');
      // Access to the email means access to the account. An administrator's email can therefore only be changed by that
      // administrator, with their password.
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
    // Sent to the old address, so that its owner is notified even if the address itself was changed.
    const what = Object.keys(change.after).map((key) => WORDS[key] ?? key);
    await sendNotice(deps, trx, { email: was.email, name: was.username }, { kind: 'account-changed', what });
  });
}

const administratorsAddress = (): Problem => {
  const message = "An admin's email can only be changed by that admin. To change it here, change their role first.";
  return new Problem('NOT_ALLOWED', { message });
};

const emailTaken = (): Problem => {
  const message = 'An account with this email already exists.';
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

/** New badges must exist on this site. Badges that the user already has are accepted even if they were deleted. */
const demandBadges = async (trx: Trx, wanted: readonly string[], had: readonly string[]): Promise<void> => {
  const added = wanted.filter((name) => !had.includes(name));
  const known = await lockBadges(trx, added);
  if (added.some((name) => !known.has(name))) throw new Problem('BADGE_NOT_FOUND');
};

/** The changed columns, except the username, which has already been saved. */
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
