// Small-file upload endpoint (specification, section 7): one file per request, metadata in form fields.
import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { BodyOf, ReplyOf } from '#contract/http.ts';
import { THUMBNAIL_NOT_AN_IMAGE } from '#contract/uploads/limits.ts';
import type { sendUploadFile } from '#contract/uploads/sessions.ts';
import { makeThumbnail } from '#server/features/uploads/previews/actions.ts';
import { startCheck } from '#server/features/uploads/processing/actions.ts';
import { reserve } from '#server/features/uploads/sessions/actions.ts';
import * as arrivals from '#server/features/uploads/sessions/queries.ts';
import { Problem } from '#server/kit/http/problem.ts';
import type { Reception } from '#server/kit/http/streamed-form.ts';
import { StorageFull } from '#server/kit/storage/errors.ts';
import { cleanUploadPath } from '#server/kit/text/upload-path.ts';
import type { Viewer } from '#server/platform/viewer.ts';
import type { Deps } from '../../deps.ts';
import { columnsOf, countNewUpload, putThumbnail, recordSubmission, type UploadDeps } from './actions.ts';
import * as queries from './queries.ts';
import { type CleanDetails, readFormDetails } from './rules.ts';

type ReceivingDeps = UploadDeps & Parameters<typeof makeThumbnail>[0];
type Form = { body: BodyOf<typeof sendUploadFile>; files: { thumbnail?: Buffer; file?: Buffer } };
type Address = { username: string; resourceId: z.output<z.ZodString> };

/** For form sizes, the specification uses decimal megabytes (1 MB = 1,000,000 bytes). */
const MB_BYTES = 1_000_000;

/**
 * Prepares to receive one file from a form. The file is stored with the partial uploads until it is checked.
 * @throws Problem NOT_ALLOWED for someone else's username in the URL, RESOURCE_NOT_FOUND
 */
export async function receiveFile(
  deps: ReceivingDeps,
  viewer: Viewer,
  address: Address,
): Promise<Reception<Form, ReplyOf<typeof sendUploadFile>>> {
  if (address.username.toLowerCase() !== viewer.username) throw new Problem('NOT_ALLOWED');
  demandOwn(await queries.findUploadOwner(deps.db, address.resourceId), viewer);
  const { multipartLimitMb } = await deps.settings.get();
  const { partials } = deps.storage;
  const id = randomUUID();
  let arrived: ArrivedFile | null = null;
  let isKept = false;
  return {
    maxBytes: multipartLimitMb * MB_BYTES,
    async take(source, name) {
      if (name === '') return await skipUnchosen(source);
      const path = cleanUploadPath(name);
      if (path === null) throw new Problem('FILE_NAME', { fields: { file: new Problem('FILE_NAME').message } });
      await partials.begin(id);
      const size = await partials.append(id, 0, source, async () => {}).catch(refuseFull);
      arrived = { id, path, size };
      return size;
    },
    async finish({ body, files }) {
      if (arrived === null) throw new Problem('NO_FILES', { fields: { file: new Problem('NO_FILES').message } });
      const status = await addFile(deps, viewer, { resourceId: address.resourceId, arrived, body, files });
      isKept = true;
      return {
        success: true,
        resourceId: address.resourceId,
        status,
        file: { name: arrived.path, size: arrived.size },
      };
    },
    async discard() {
      if (!isKept) await partials.drop(id);
    },
  };
}

type ArrivedFile = { id: string; path: string; size: number };
type Owner = Awaited<ReturnType<typeof queries.findUploadOwner>>;

const demandOwn = (owner: Owner, viewer: Viewer): void => {
  if (owner && (owner.authorId !== viewer.id || owner.deletedAt !== null)) throw new Problem('RESOURCE_NOT_FOUND');
};

/** Browsers send an empty file input as an empty file without a name. */
const skipUnchosen = async (source: Readable): Promise<number> => {
  for await (const chunk of source) if (chunk.length > 0) throw new Problem('FILE_NAME');
  return 0;
};

const refuseFull = (error: unknown): never => {
  throw error instanceof StorageFull ? new Problem('STORAGE_FULL') : error;
};

/** Like `makeThumbnail`, with the form's own message if the file is not an image (specification, section 5). */
const makeFormThumbnail = async (deps: ReceivingDeps, body: Buffer) => {
  try {
    return await makeThumbnail(deps, body);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'NOT_AN_IMAGE') throw error;
    throw new Problem('NOT_AN_IMAGE', {
      message: THUMBNAIL_NOT_AN_IMAGE,
      fields: { thumbnail: THUMBNAIL_NOT_AN_IMAGE },
    });
  }
};

/** Creates the resource if it is new, enqueues the check of the file, and returns the status of the resource. */
const addFile = async (
  deps: ReceivingDeps,
  viewer: Viewer,
  given: Form & { resourceId: string; arrived: ArrivedFile },
) => {
  const { resourceId, arrived, body, files } = given;
  if (body.resourceId !== undefined && body.resourceId !== resourceId)
    throw new Problem('BAD_INPUT', { fields: { resourceId: 'This ID does not match the URL.' } });
  const isNew = (await queries.findUploadOwner(deps.db, resourceId)) === undefined;
  const settings = await deps.settings.get();
  const details = isNew ? readFormDetails(body, arrived, settings.uploadCategories) : null;
  const thumbnail = files.thumbnail ? await makeFormThumbnail(deps, files.thumbnail) : null;
  if (isNew) await countNewUpload(deps, viewer);
  const now = deps.now();
  return await deps.db.transaction().execute(async (trx) => {
    // Check again, because receiving the form may have taken a long time.
    if (!(await arrivals.mayStillUpload(trx, viewer, now))) throw new Problem('NOT_ALLOWED');
    if (details) await beginResource(trx, viewer, { id: resourceId, details, now });
    const owner = await queries.findUploadOwner(trx, resourceId);
    demandOwn(owner, viewer);
    const { id, path, size } = arrived;
    await reserve(trx, { ...deps, settings }, { userId: viewer.id, resourceId, size, files: 1, paths: [path] });
    const session = { id, userId: viewer.id, resourceId, path, isBundle: false, size, modifiedAt: null, now };
    await arrivals.insertUploadSession(trx, session);
    await arrivals.saveReceived(trx, id, { from: 0, to: size, now });
    await arrivals.beginChecking(trx, id, null, now);
    await startCheck(trx, id);
    if (thumbnail) {
      const upload = await queries.lockUpload(trx, resourceId);
      if (upload) await putThumbnail(trx, deps, { id: resourceId, upload, thumbnail });
    }
    return (owner?.status ?? 'PENDING') as ReplyOf<typeof sendUploadFile>['status'];
  });
};

/** Creates the resource, unless another file that arrived at the same time has just created it. */
const beginResource = async (
  trx: Deps['db'],
  viewer: Viewer,
  { id, details, now }: { id: string; details: CleanDetails; now: Date },
): Promise<void> => {
  const upload = { id, authorId: viewer.id, details: columnsOf(details, now), submittedAt: now, now };
  if (await queries.insertUpload(trx, upload)) await recordSubmission(trx, { id, title: details.title }, viewer, now);
};
