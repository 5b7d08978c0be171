// Changes that administrators make to advertisements, each in one transaction with its audit log entry.
import type { z } from 'zod';
import type { AdChange, newAd } from '#contract/downloads/ads.ts';
import { ADS_MAX } from '#contract/downloads/limits.ts';
import { NOT_AN_IMAGE } from '#contract/limits.ts';
import type { Deps } from '#server/deps.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { enqueue } from '#server/kit/jobs/jobs.ts';
import type { createPictureMaker } from '#server/kit/media/image-maker.ts';
import { ImageRefused } from '#server/kit/media/image-refused.ts';
import { StorageFull } from '#server/kit/storage/errors.ts';
import { type AuditActor, writeAudit } from '#server/platform/audit.ts';
import { deleteAdImageFile } from './jobs.ts';
import * as queries from './queries.ts';
import { AD_IMAGE_SIZE, imageUrlOf, newImageKey } from './rules.ts';
import { AD_TOPIC } from './stand.ts';

type Acting = Pick<Deps, 'db' | 'bus' | 'now'>;

const wordsOf = ({ title, text, action, link, weight, active }: queries.AdRow) => ({
  title,
  text,
  action,
  link,
  weight,
  active,
});

const note = (
  trx: Deps['db'],
  deps: Acting,
  by: AuditActor,
  act: { action: string; id: string; before?: object; after?: object },
) =>
  writeAudit(trx, {
    at: deps.now(),
    actor: by,
    action: act.action,
    subject: { kind: 'ad', id: act.id },
    before: act.before,
    after: act.after,
  });

/** @throws Problem LIST_FULL */
export function addAd(deps: Acting, ad: z.output<typeof newAd>, by: AuditActor): Promise<queries.AdRow> {
  return deps.db.transaction().execute(async (trx) => {
    if ((await queries.countAdsAlone(trx)) >= ADS_MAX) throw new Problem('LIST_FULL');
    const added = await queries.insertAd(trx, ad, deps.now());
    await note(trx, deps, by, { action: 'ad.create', id: added.id, after: wordsOf(added) });
    await deps.bus.publish(trx, AD_TOPIC, added.id);
    return added;
  });
}

/** Updates the fields that differ. If no field differs, nothing is written or audited. @throws Problem AD_NOT_FOUND */
export function changeAd(deps: Acting, id: string, change: AdChange, by: AuditActor): Promise<queries.AdRow> {
  return deps.db.transaction().execute(async (trx) => {
    const was = await queries.lockAd(trx, id);
    if (!was) throw new Problem('AD_NOT_FOUND');
    const words = wordsOf(was);
    const changed = Object.fromEntries(
      Object.entries(change).filter(
        ([key, value]) => value !== undefined && value !== words[key as keyof typeof words],
      ),
    );
    if (Object.keys(changed).length === 0) return was;
    const is = await queries.updateAd(trx, id, changed, deps.now());
    const before = Object.fromEntries(Object.keys(changed).map((key) => [key, words[key as keyof typeof words]]));
    await note(trx, deps, by, { action: 'ad.change', id, before: { ...before, title: was.title }, after: changed });
    await deps.bus.publish(trx, AD_TOPIC, id);
    return is;
  });
}

/** @throws Problem AD_NOT_FOUND */
export function deleteAd(deps: Acting, id: string, by: AuditActor): Promise<void> {
  return deps.db.transaction().execute(async (trx) => {
    const was = await queries.lockAd(trx, id);
    if (!was) throw new Problem('AD_NOT_FOUND');
    await queries.deleteAdRow(trx, id);
    const { impressions, clicks } = was;
    await note(trx, deps, by, { action: 'ad.delete', id, before: { ...wordsOf(was), impressions, clicks } });
    if (was.imageKey) await enqueue(trx, deleteAdImageFile, { key: was.imageKey });
    await deps.bus.publish(trx, AD_TOPIC, id);
  });
}

const setImageKey = (deps: Acting, id: string, key: string | null, by: AuditActor): Promise<queries.AdRow> =>
  deps.db.transaction().execute(async (trx) => {
    const was = await queries.lockAd(trx, id);
    if (!was) throw new Problem('AD_NOT_FOUND');
    if (was.imageKey === key) return was;
    const is = await queries.updateAd(trx, id, { image_key: key }, deps.now());
    if (was.imageKey) await enqueue(trx, deleteAdImageFile, { key: was.imageKey });
    const [before, after] = [was.imageKey, key].map((picture) => ({
      title: was.title,
      imageUrl: imageUrlOf(picture ?? null),
    }));
    await note(trx, deps, by, { action: 'ad.image', id, before: before ?? {}, after: after ?? {} });
    await deps.bus.publish(trx, AD_TOPIC, id);
    return is;
  });

type Picturing = Acting & Pick<Deps, 'storage'> & { makePicture: ReturnType<typeof createPictureMaker> };

/** A picture is stored before the advertisement is changed. After this time, that change has either been committed or failed. */
const ORPHANED_AFTER_MS = 3_600_000;

/**
 * Sets an advertisement's picture, re-encoded from the upload, and removes the previous one.
 * @throws Problem AD_NOT_FOUND, NOT_AN_IMAGE
 */
export async function setAdImage(deps: Picturing, id: string, file: Buffer, by: AuditActor): Promise<queries.AdRow> {
  if (!(await queries.findAd(deps.db, id))) throw new Problem('AD_NOT_FOUND');
  const body = await deps.makePicture(file, AD_IMAGE_SIZE).catch((error: unknown) => {
    if (!(error instanceof ImageRefused)) throw error;
    const message = error.reason === 'pixels' ? 'This image is too large. The limit is 40 megapixels.' : NOT_AN_IMAGE;
    throw new Problem('NOT_AN_IMAGE', { message, fields: { image: message } });
  });
  const key = newImageKey();
  // If this process dies before an advertisement shows the picture, a job deletes the picture.
  await enqueue(deps.db, deleteAdImageFile, { key }, { runAt: new Date(deps.now().getTime() + ORPHANED_AFTER_MS) });
  try {
    await deps.storage.put(key, body);
    return await setImageKey(deps, id, key, by);
  } catch (error) {
    await deps.storage.delete(key);
    throw error instanceof StorageFull ? new Problem('STORAGE_FULL') : error;
  }
}

/** @throws Problem AD_NOT_FOUND */
export function deleteAdImage(deps: Acting, id: string, by: AuditActor): Promise<queries.AdRow> {
  return setImageKey(deps, id, null, by);
}
