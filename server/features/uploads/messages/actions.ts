// Messages about an upload: who may read and write them, and who is notified.
import { UPLOAD_MESSAGES_MAX } from '#contract/uploads/limits.ts';
import type { UploadMessages } from '#contract/uploads/messages.ts';
import type { Deps } from '#server/deps.ts';
import { notifyPerson } from '#server/features/notifications/public.ts';
import { mayChange } from '#server/features/uploads/rules.ts';
import { Problem } from '#server/kit/http/problem.ts';
import type { Viewer } from '#server/platform/viewer.ts';
import { uploadMessaged } from './notifications.ts';
import * as queries from './queries.ts';

/** Characters of a message that its notification keeps; it shows fewer. */
const KEPT_CHARACTERS = 300;

/** Other people's uploads are reported as not found. */
const demand = (upload: queries.DiscussedUpload | undefined, viewer: Viewer): queries.DiscussedUpload => {
  if (!upload || !mayChange(upload.authorId, viewer)) throw new Problem('RESOURCE_NOT_FOUND');
  return upload;
};

const present = async (db: Deps['db'], id: string): Promise<UploadMessages> => {
  const rows = await queries.listMessages(db, id);
  return {
    messages: rows.map(({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() })),
    isFull: rows.length >= UPLOAD_MESSAGES_MAX,
  };
};

/** All messages about an upload. @throws Problem RESOURCE_NOT_FOUND */
export async function readMessages({ db }: Pick<Deps, 'db'>, viewer: Viewer, id: string): Promise<UploadMessages> {
  demand(await queries.findDiscussed(db, id), viewer);
  return present(db, id);
}

/**
 * Adds a message. An administrator writes as a reviewer, except about their own upload. The creator is notified of a reviewer's
 * message, and the reviewers concerned with the upload of the creator's.
 * @throws Problem RESOURCE_NOT_FOUND, UPLOAD_MESSAGES_FULL
 */
export async function addMessage(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  viewer: Viewer,
  { id, text }: { id: string; text: string },
): Promise<UploadMessages> {
  await db.transaction().execute(async (trx) => {
    const { authorId, title } = demand(await queries.lockDiscussed(trx, id), viewer);
    if ((await queries.countMessages(trx, id)) >= UPLOAD_MESSAGES_MAX) throw new Problem('UPLOAD_MESSAGES_FULL');
    const at = now();
    const isByReviewer = viewer.id !== authorId;
    const message = { resourceId: id, authorId: viewer.id, isByReviewer, text };
    const key = `upload-message ${await queries.insertMessage(trx, message, at)}`;
    const recipients = isByReviewer
      ? [authorId]
      : await queries.findReviewers(trx, { resourceId: id, except: authorId, now: at });
    const data = { id, title, text: [...text].slice(0, KEPT_CHARACTERS).join(''), isForReviewer: !isByReviewer };
    for (const userId of recipients) {
      await notifyPerson(trx, uploadMessaged, { userId, key, actorId: viewer.id, subjectId: id, data }, at);
    }
  });
  return present(db, id);
}
