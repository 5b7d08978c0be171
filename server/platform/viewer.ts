// The logged-in user, read from the database on every request so that a role change takes effect immediately.
import type { PresentedRole } from '#contract/accounts/api.ts';
import type { EndpointSpec } from '#contract/http.ts';
import { Problem } from '#server/kit/http/problem.ts';

/** A logged-in user. `role` is the presented one (product.md, "Stored roles"). */
export type Viewer = {
  id: string;
  username: string;
  role: PresentedRole;
  isPremium: boolean;
  sessionId: string;
  /** An administrator who has not turned on the two-factor that the site requires (product.md ID-9). */
  needsTwoFactor: boolean;
  /**
   * Id of the token used for this request. `sessionId` is then the session that the token belongs to, or empty for a personal
   * token.
   */
  byToken?: string;
  /** The token lacks the required scope. The owner is set anyway, so that the rejected request counts towards their limits. */
  lacksScope?: true;
};

/** The role to present for a stored role (product.md, "Stored roles"). */
export function presentRole(role: string, isPremium: boolean): PresentedRole {
  if (role === 'ADMIN' || role === 'LEAKER') return role;
  return isPremium ? 'PREMIUM' : 'USER';
}

/** Premium content is available to PREMIUM and ADMIN; leakers also need a grant (specification, section 6). */
export function mayUsePremium(viewer: Pick<Viewer, 'isPremium' | 'role'> | null): boolean {
  return viewer !== null && (viewer.isPremium || viewer.role === 'ADMIN');
}

/**
 * Rejects callers without the access that the call declares. Suspended users get BANNED on every call that requires a login
 * and on open calls with `refusesSuspended`; elsewhere they count as visitors. Administrators without the required two-factor
 * can do what members can, including turning it on, but cannot use admin calls. Tokens without the required scope are always
 * rejected.
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

/** The logged-in user of a call that requires a login. */
export function signedIn(viewer: Viewer | null): Viewer {
  if (viewer === null) throw new Problem('SIGN_IN_REQUIRED');
  return viewer;
}
