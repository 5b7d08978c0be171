// Issues receipts of downloads and verifies them (product.md DL-11).
import { createHash, randomUUID } from 'node:crypto';
import type { CheckedReceipt } from '#contract/downloads/receipts.ts';
import type { Deps } from '#server/deps.ts';
import type { Choice } from '#server/features/downloads/choices.ts';
import { type Downloadable, findChosen, findDownloadable, findFile } from '#server/features/downloads/queries.ts';
import { claimOf } from '#server/features/downloads/rules.ts';
import { listResourceFiles, maySee } from '#server/features/resources/public.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { createRecordSigner } from '#server/kit/security/signed-records.ts';
import type { Viewer } from '#server/platform/viewer.ts';
import { readLicenceText } from './licence-texts.ts';
import * as queries from './queries.ts';
import { givesReceipt, readRecord, receiptOf, type SentFile } from './rules.ts';

/** Signs and verifies receipts with the site's secret. */
export function createReceiptSigner(deps: Pick<Deps, 'secret' | 'oldSecrets'>) {
  return createRecordSigner(deps, 'download receipt');
}

const findFiles = async (db: Deps['db'], { wanted, filesId, paths }: Choice): Promise<SentFile[]> => {
  if (paths === null) return await listResourceFiles(db, filesId);
  if (wanted.file === undefined || wanted.file.endsWith('/')) return await findChosen(db, filesId, paths);
  const file = await findFile(db, filesId, wanted.file);
  return file ? [file] : [];
};

type IssueDeps = Pick<Deps, 'db' | 'config' | 'publicUrl' | 'secret' | 'oldSecrets' | 'now'>;

/**
 * Issues the receipt of a download that starts now, unless this person has one of the same content, licence and day. `content` is the
 * entity tag of what is sent.
 */
export async function issueReceipt(
  deps: IssueDeps,
  {
    choice,
    resource,
    content,
    viewer,
  }: { choice: Choice; resource: Downloadable; content: string; viewer: Viewer | null },
): Promise<void> {
  const { db, config } = deps;
  if (viewer === null || !givesReceipt(resource, viewer)) return;
  const at = deps.now();
  const day = at.toISOString().slice(0, 10);
  const { licence } = resource;
  const text = await readLicenceText(licence, config);
  const target = claimOf(choice.wanted);
  // Another licence needs another receipt.
  const key = {
    ...{ userId: viewer.id, resourceId: resource.id, day, target },
    content: [content, licence ?? '', text?.sha256 ?? ''].join(' '),
  };
  if (await queries.hasReceipt(db, key)) return;
  const [person, files] = await Promise.all([queries.findPerson(db, viewer.id), findFiles(db, choice)]);
  const sent = await queries.findSentVersion(db, choice.filesId);
  // The files may have become those of another version while they were sent.
  if (!person || files.length === 0 || sent?.version !== choice.version) return;
  const id = randomUUID();
  const record = JSON.stringify(
    receiptOf({
      id,
      at,
      person,
      resource,
      version: sent,
      files,
      site: deps.publicUrl(),
      path: choice.wanted.file ?? null,
      textSha256: text?.sha256 ?? null,
    }),
  );
  await db.transaction().execute(async (trx) => {
    if (text) await queries.keepLicenceText(trx, text);
    const signature = createReceiptSigner(deps).sign(record);
    await queries.insertReceipt(trx, { ...key, id, record, signature, textSha256: text?.sha256 ?? null, at });
  });
}

const hasText = (textSha256: string | null, text: string | null): boolean =>
  textSha256 === null
    ? text === null
    : textSha256 ===
      createHash('sha256')
        .update(text ?? '')
        .digest('hex');

/**
 * What a receipt says, or that it was changed after it was signed.
 * @throws Problem RECEIPT_NOT_FOUND
 */
export async function checkReceipt(
  deps: Pick<Deps, 'db' | 'secret' | 'oldSecrets'>,
  id: string,
  viewer: Viewer | null,
): Promise<CheckedReceipt> {
  const row = await queries.findReceipt(deps.db, id);
  if (!row) throw new Problem('RECEIPT_NOT_FOUND');
  const { record, signature, licenceText } = row;
  const receipt = createReceiptSigner(deps).verify(record, signature) ? readRecord(record) : null;
  // A record that was copied to another row is signed, too, but it has another id.
  if (receipt?.id !== id || !hasText(receipt.licence?.textSha256 ?? null, licenceText)) return { state: 'changed' };
  const asset = await findDownloadable(deps.db, receipt.asset.id);
  return { state: 'valid', receipt, licenceText, isAvailable: asset !== undefined && maySee(asset, viewer) };
}
