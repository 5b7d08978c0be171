// An admin's changes to their own account, made with the admin panel's single form (specification, section 2).

import { putAdminProfile } from '#contract/admin/settings.ts';
import type { BodyOf, ReplyOf } from '#contract/http.ts';
import {
  type ChangeDeps,
  confirmSession,
  findAccount,
  findTwoFactor,
  foldEmail,
  lockOwner,
  maskEmail,
  type Owner,
  prepareEmail,
  preparePassword,
  presentAccount,
  requireOwner,
} from '#server/features/accounts/public.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { writeAudit } from '#server/platform/audit.ts';
import type { Viewer } from '#server/platform/viewer.ts';
import type { Deps } from '../../deps.ts';
import { changeUsername } from './actions.ts';

type Profile = BodyOf<typeof putAdminProfile>;
type Renewed = { token: string; expiresAt: Date } | null;

/** Reports a wrong password with this form's own message (specification, section 8). */
const demandOwnPassword = async (deps: ChangeDeps, viewer: Viewer, password: string): Promise<Owner> => {
  try {
    return await requireOwner(deps, viewer, password);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'WRONG_PASSWORD') throw error;
    throw new Problem('WRONG_PASSWORD', { message: putAdminProfile.fallback });
  }
};

/** The requested two-factor change, or null. It requires a code, which is entered through the security domain's endpoints. */
const pendingFactor = async (deps: ChangeDeps, viewer: Viewer, wanted: boolean | undefined) => {
  const isOn = Boolean((await findTwoFactor(deps.db, viewer.id))?.enabledAt);
  if (wanted === undefined || wanted === isOn) return null;
  return wanted ? 'enable' : 'disable';
};

/**
 * Applies either all of the requested changes or none. A new email takes effect when the link sent to it is used. A two-factor
 * change takes effect when a code is entered. The given password serves as the confirmation that both require.
 * @returns the reply, and the session's new token if the password changed
 * @throws Problem WRONG_PASSWORD, NO_PASSWORD, USERNAME_TAKEN, EMAIL_TAKEN, TOO_MANY_REQUESTS, BAD_INPUT
 */
export async function changeOwnProfile(
  deps: ChangeDeps & Pick<Deps, 'bus'>,
  asker: { viewer: Viewer; network: string },
  body: Profile,
): Promise<{ reply: ReplyOf<typeof putAdminProfile>; renewed: Renewed }> {
  const { viewer, network } = asker;
  const owner = await demandOwnPassword(deps, viewer, body.currentPassword);
  const email = body.email === undefined || foldEmail(body.email) === owner.person.email ? null : foldEmail(body.email);
  const mailLink = email === null ? null : await prepareEmail(deps, asker, owner, email);
  const setPassword = body.newPassword ? await preparePassword(deps, viewer, owner, body.newPassword) : null;
  const twoFactor = await pendingFactor(deps, viewer, body.twoFactorEnabled);
  const now = deps.now();
  const renewed = await deps.db.transaction().execute(async (trx) => {
    const named =
      body.username === undefined
        ? null
        : await changeUsername(deps, trx, { userId: viewer.id, wish: body.username, now });
    await lockOwner(trx, viewer, owner, now);
    // A new password revokes all mailed links, so create the link for the new email afterwards.
    const session = setPassword ? await setPassword(trx, now) : null;
    await mailLink?.(trx);
    if (twoFactor) await confirmSession(trx, viewer.sessionId, now);
    if (named || session || email) {
      await writeAudit(trx, {
        at: now,
        actor: { id: viewer.id, name: viewer.username, address: network },
        action: 'profile.change',
        subject: { kind: 'user', id: viewer.id },
        before: { username: owner.person.username, email: maskEmail(owner.person.email) },
        after: {
          username: named?.to ?? owner.person.username,
          emailAsked: email && maskEmail(email),
          passwordChanged: session !== null,
        },
      });
    }
    return session;
  });
  const account = await findAccount(deps.db, viewer.id, now);
  if (!account) throw new Problem('SIGN_IN_REQUIRED');
  return { reply: { user: presentAccount(account), pending: { email, twoFactor } }, renewed };
}
