// Administrator actions on badges, each in a single transaction with its audit entry.
import type { z } from 'zod';
import type { BadgeChange, newBadge } from '#contract/admin/badges.ts';
import { BADGES_MAX } from '#contract/admin/limits.ts';
import type { Deps } from '#server/deps.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { type AuditActor, writeAudit } from '#server/platform/audit.ts';
import * as queries from './queries.ts';

type Acting = Pick<Deps, 'db' | 'bus' | 'now'>;

/** Names of built-in badges. They are reserved because a copy would look like the real badge. */
const OWN_NAMES = ['pro', 'verified creator'];

/**
 * Invalidates cached profiles, because they show badges. Caches drop all profiles, so it does not matter how many have changed.
 */
const tellProfiles = (deps: Acting, trx: Deps['db'], name: string) =>
  deps.bus.publish(trx, 'members', `badge ${encodeURIComponent(name)}`);

/**
 * Adds a badge. Names are compared case-insensitively.
 * @throws Problem BADGE_TAKEN, LIST_FULL
 */
export function addBadge(deps: Acting, badge: z.output<typeof newBadge>, by: AuditActor): Promise<void> {
  return deps.db.transaction().execute(async (trx) => {
    const taken = await queries.findNamesAlone(trx);
    const wanted = badge.name.toLowerCase();
    if ([...OWN_NAMES, ...taken].some((name) => name.toLowerCase() === wanted)) {
      throw new Problem('BADGE_TAKEN', { fields: { name: new Problem('BADGE_TAKEN').message } });
    }
    if (taken.length >= BADGES_MAX) throw new Problem('LIST_FULL');
    const at = deps.now();
    await queries.insertBadge(trx, badge, at);
    const subject = { kind: 'badge', id: badge.name };
    await writeAudit(trx, { at, actor: by, action: 'badge.create', subject, after: badge });
    // Some users may already have had this badge before it was listed.
    await tellProfiles(deps, trx, badge.name);
  });
}

/** @throws Problem BADGE_NOT_FOUND */
export function changeBadge(deps: Acting, name: string, change: BadgeChange, by: AuditActor): Promise<void> {
  return deps.db.transaction().execute(async (trx) => {
    const was = await queries.lockBadge(trx, name);
    if (!was) throw new Problem('BADGE_NOT_FOUND');
    const before = { description: was.description, tone: was.tone };
    const after = { description: change.description ?? was.description, tone: change.tone ?? was.tone };
    if (before.description === after.description && before.tone === after.tone) return;
    await queries.updateBadge(trx, name, after);
    const subject = { kind: 'badge', id: name };
    await writeAudit(trx, { at: deps.now(), actor: by, action: 'badge.change', subject, before, after });
    await tellProfiles(deps, trx, name);
  });
}

/**
 * Deletes a badge and removes it from every user, in one transaction.
 * @throws Problem BADGE_NOT_FOUND
 */
export function deleteBadge(deps: Acting, name: string, by: AuditActor): Promise<void> {
  return deps.db.transaction().execute(async (trx) => {
    const was = await queries.lockBadge(trx, name);
    if (!was) throw new Problem('BADGE_NOT_FOUND');
    const takenFrom = await queries.revokeBadgeFromAll(trx, name);
    await queries.deleteBadgeRow(trx, name);
    await writeAudit(trx, {
      at: deps.now(),
      actor: by,
      action: 'badge.delete',
      subject: { kind: 'badge', id: name },
      before: { description: was.description, tone: was.tone, takenFrom },
    });
    await tellProfiles(deps, trx, name);
  });
}
