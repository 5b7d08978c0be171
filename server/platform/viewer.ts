// The logged-in user, read from the database on every request so that a role change takes effect immediately.
import type { PresentedRole } from '#contract/accounts/api.ts';
import type { EndpointSpec } from '#contract/http.ts';
import { Problem } from '#server/kit/http/problem.ts';

/** A logged-in user. `role` is the presented role (product.md, "Stored roles"). */
export type Viewer = {
  id: string;
  username: string;
  role: PresentedRole;
  isPremium: boolean;
  sessionId: string;
  /** Whether the user is an administrator who has not turned on two-factor although the site requires it (product.md ID-9). */
  needsTwoFactor: boolean;
  /**
   * ID of the token used for this request. `sessionId` is then the session that the token belongs to, or empty for a personal
   * token.
   */
  byToken?: string;
  /**
   * Set if the token lacks the required scope. The owner is still known, so that the rejected request counts towards the owner's
   * limits.
   */
  lacksScope?: true;
};

/** The role to present for a stored role (product.md, "Stored roles"). */
export function presentRole(role: string, isPremium: boolean): PresentedRole {
  if (role === 'ADMIN' || role === 'LEAKER') return role;
  return isPremium ? 'PREMIUM' : 'USER';
}

/** Whether a user can access Premium content: PREMIUM and ADMIN can; leakers also need a grant (specification, section 6). */
export function mayUsePremium(viewer: Pick<Viewer, 'isPremium' | 'role'> | null): boolean {
  return viewer !== null && (viewer.isPremium || viewer.role === 'ADMIN');
}

/**
 * Rejects callers who lack the access that the endpoint declares. Suspended users get BANNED on every endpoint that requires a
 * login and on open endpoints with `refusesSuspended`. On other endpoints, they count as visitors. Administrators who have not
 * turned on the required two-factor can do what members can, including turning it on, but cannot use admin endpoints. Tokens
 * without the required scope are always rejected.
 */
export function requireAccess(
  { access, refusesSuspended, onlyByToken }: Pick<EndpointSpec, 'access' | 'refusesSuspended' | 'onlyByToken'>,
  { viewer, suspended }: { viewer: Viewer | null; suspended: boolean },
): void {
  if (suspended && (access !== 'visitor' || refusesSuspended)) throw new Problem('BANNED');
  if (access === 'visitor') return;
  if (viewer === null) throw new Problem('SIGN_IN_REQUIRED');
  if (viewer.lacksScope) throw new Problem('TOKEN_SCOPE');
  const allowed =
    access === 'member' ||
    access === 'owner' ||
    viewer.role === 'ADMIN' ||
    (access === 'leaker' && viewer.role === 'LEAKER') ||
    (access === 'premium' && mayUsePremium(viewer));
  if (!allowed) throw new Problem('NOT_ALLOWED');
  if (access === 'admin' && viewer.needsTwoFactor) throw new Problem('TWO_FACTOR_NEEDED');
  if (onlyByToken && !viewer.byToken) throw new Problem('TOOLBOX_TOKEN_REQUIRED');
}

/**
 * The logged-in user of a call that requires a login.
 * @throws Problem SIGN_IN_REQUIRED for a visitor
 */
export function signedIn(viewer: Viewer | null): Viewer {
  if (viewer === null) throw new Problem('SIGN_IN_REQUIRED');
  return viewer;
}
