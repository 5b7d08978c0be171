// Who is asking: read fresh from the database on every request, so that a changed role counts at once.
import type { PresentedRole } from '#contract/accounts/api.ts';
import type { EndpointSpec } from '#contract/http.ts';
import { Problem } from '#server/kit/http/problem.ts';

/** A signed-in person. `role` is the presented one (product.md, "Stored roles"). */
export type Viewer = {
  id: string;
  username: string;
  role: PresentedRole;
  isPremium: boolean;
  sessionId: string;
  /** An administrator whom the site asks for a second factor that they have not turned on (product.md ID-9). */
  needsTwoFactor: boolean;
  /**
   * The id of the token that acts for them, within its scopes; `sessionId` is then the session behind it, and empty for a
   * personal one.
   */
  byToken?: string;
  /** The token has not the scope of what it asks for: they are known, so that it is counted as theirs, and refused. */
  lacksScope?: true;
};

/** The role as it is presented (product.md, "Stored roles"). */
export function presentRole(role: string, isPremium: boolean): PresentedRole {
  if (role === 'ADMIN' || role === 'LEAKER') return role;
  return isPremium ? 'PREMIUM' : 'USER';
}

/** Premium content is open to PREMIUM and ADMIN; leakers need a grant too (specification, section 6). */
export function mayUsePremium(viewer: Pick<Viewer, 'isPremium' | 'role'> | null): boolean {
  return viewer !== null && (viewer.isPremium || viewer.role === 'ADMIN');
}

/**
 * Refuses a caller whom the call's declared access leaves out. A suspended person is answered BANNED by every call that
 * needs a sign-in, and by open ones that say so; to the others they are a visitor. An administrator without the second factor
 * that the site asks of them may do what members do, turning it on included, but not administer. A token is refused by what
 * it has no scope for, whoever its owner is.
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

/** The person behind a call whose declared access already left visitors out. */
export function signedIn(viewer: Viewer | null): Viewer {
  if (viewer === null) throw new Problem('SIGN_IN_REQUIRED');
  return viewer;
}
