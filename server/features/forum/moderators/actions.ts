// Who may moderate: administrators everywhere, moderators in the categories that they were given.

import type { Deps } from '#server/deps.ts';
import { requireStillAdmin } from '#server/features/accounts/public.ts';
import { Problem } from '#server/kit/http/problem.ts';
import type { AuditActor } from '#server/platform/audit.ts';
import { actorOf, type Caller } from '#server/platform/serve.ts';
import { signedIn } from '#server/platform/viewer.ts';
import { isModerator } from './queries.ts';

/**
 * The caller as a moderator, whose rights are checked later with `requireModerator`.
 * @throws Problem TWO_FACTOR_NEEDED for administrators who must turn it on first
 */
export function moderatorOf(call: Pick<Caller, 'viewer' | 'network'>): AuditActor & { id: string } {
  if (signedIn(call.viewer).needsTwoFactor) throw new Problem('TWO_FACTOR_NEEDED');
  return actorOf(call);
}

/**
 * Checks that a person may moderate a subcategory. Call it after waiting for locks, because the person may have lost the role in
 * the meantime.
 * @throws Problem NOT_ALLOWED
 */
export async function requireModerator(
  trx: Deps['db'],
  { by, subcategoryId, at }: { by: AuditActor; subcategoryId: string; at: Date },
): Promise<void> {
  if (by.id !== null && (await isModerator(trx, { userId: by.id, subcategoryId }))) return;
  await requireStillAdmin(trx, by, at);
}
