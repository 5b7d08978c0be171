// Administrator actions on the site itself, each in a single transaction with its audit entry.

import { isDeepStrictEqual } from 'node:util';
import { confirmedSettings, type EditableSettings } from '#contract/admin/settings.ts';
import { NOT_AN_IMAGE } from '#contract/limits.ts';
import type { Deps } from '#server/deps.ts';
import { requireConfirmed } from '#server/features/accounts/public.ts';
import { countsAlike, resettleAll } from '#server/features/premium/public.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { enqueue } from '#server/kit/jobs/jobs.ts';
import type { createPictureMaker } from '#server/kit/media/image-maker.ts';
import { ImageRefused } from '#server/kit/media/image-refused.ts';
import { StorageFull } from '#server/kit/storage/errors.ts';
import { type AuditActor, writeAudit } from '#server/platform/audit.ts';
import type { Viewer } from '#server/platform/viewer.ts';
import { deleteLogo } from './jobs.ts';
import * as queries from './queries.ts';
import { logoKeyOf, logoSize, newLogoFile, uploadSizeProblem } from './rules.ts';

type SiteDeps = Pick<Deps, 'db' | 'now' | 'settings'> & { config: Pick<Deps['config'], 'storage'> };
type Actor = AuditActor & { id: string };

/**
 * Changes the given settings. Takes effect immediately in this process, and through the bus in all others. If two administrators
 * change the same setting, the later change wins; both are in the audit log.
 * @throws Problem CONFIRMATION_REQUIRED for `confirmedSettings`, NO_TWO_FACTOR if administrators would lock themselves out by
 * requiring two-factor, BAD_INPUT for a file size above the storage limit
 */
export async function changeSettings(
  deps: SiteDeps,
  changes: EditableSettings,
  by: Actor,
  viewer: Pick<Viewer, 'sessionId'>,
): Promise<void> {
  const maxUploadSize = uploadSizeProblem(changes.maxUploadSize, deps.config.storage);
  if (maxUploadSize !== undefined) throw new Problem('BAD_INPUT', { fields: { maxUploadSize } });
  await deps.db.transaction().execute(async (trx) => {
    if (changes.adminTwoFactorRequired && !(await queries.isTwoFactorOn(trx, by.id))) {
      throw new Problem('NO_TWO_FACTOR', { message: 'Turn on two-factor for your own account first.' });
    }
    await deps.settings.put(trx, changes, { ...by, at: deps.now() }, async (was) => {
      const isGuarded = (key: (typeof confirmedSettings)[number]): boolean =>
        changes[key] !== undefined && !isDeepStrictEqual(changes[key], was[key]);
      if (confirmedSettings.some(isGuarded)) await requireConfirmed({ ...deps, db: trx }, viewer);
      const { patreonTiers = was.patreonTiers, monthlyPrice = was.monthlyPrice } = changes;
      // Forms send all fields, so recompute Premium only if a relevant value has changed.
      if (!countsAlike(was, { patreonTiers, monthlyPrice })) await resettleAll(deps, trx);
    });
  });
  deps.settings.forget();
}

type LogoDeps = SiteDeps & Pick<Deps, 'storage'> & { makePicture: ReturnType<typeof createPictureMaker> };

/** A logo is stored before the setting is changed. After this time, that change has either succeeded or failed. */
const ORPHANED_AFTER_MS = 3_600_000;

/** Renders and stores a new logo. If it is never used, for example because of a crash, a job deletes it later. */
const storeLogo = async ({ db, now, storage, makePicture }: LogoDeps, file: Buffer): Promise<string> => {
  const picture = await makePicture(file, logoSize).catch((error: unknown) => {
    if (!(error instanceof ImageRefused)) throw error;
    throw new Problem('NOT_AN_IMAGE', { fields: { logo: NOT_AN_IMAGE } });
  });
  const key = logoKeyOf(newLogoFile()) ?? '';
  await enqueue(db, deleteLogo, { key }, { runAt: new Date(now().getTime() + ORPHANED_AFTER_MS) });
  try {
    await storage.put(key, picture);
  } catch (error) {
    throw error instanceof StorageFull ? new Problem('STORAGE_FULL') : error;
  }
  return key;
};

/**
 * Replaces or removes the site's logo. The previous file is deleted once the change is committed.
 * @param file a PNG, JPEG or WebP image; null removes the logo
 * @throws Problem NOT_AN_IMAGE
 */
export async function changeLogo(deps: LogoDeps, file: Buffer | null, by: Actor): Promise<void> {
  const logoKey = file && (await storeLogo(deps, file));
  await deps.db.transaction().execute(async (trx) => {
    await deps.settings.put(trx, { logoKey }, { ...by, at: deps.now() }, async (was) => {
      if (was.logoKey) await enqueue(trx, deleteLogo, { key: was.logoKey });
    });
  });
  deps.settings.forget();
}

/** Ends all sessions of administrators, except the given session. */
export async function endAdminSessions(deps: SiteDeps, sessionId: string, by: Actor): Promise<number> {
  return deps.db.transaction().execute(async (trx) => {
    const ended = await queries.endSessionsOfAdministrators(trx, sessionId);
    await writeAudit(trx, {
      at: deps.now(),
      actor: by,
      action: 'sessions.end',
      subject: { kind: 'role', id: 'ADMIN' },
      after: { ended },
    });
    return ended;
  });
}
