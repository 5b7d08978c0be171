// Sends a stored file, or a resource's files as a ZIP created on the fly (DL-3, DL-6, DL-12).
import type { IncomingHttpHeaders } from 'node:http';
import { createMemory } from '#server/kit/db/cache.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { sendContent, sendFile } from '#server/kit/http/send-file.ts';
import { mediaTypeOf } from '#server/kit/media/media-type.ts';
import { FileMissing } from '#server/kit/storage/errors.ts';
import type { Storage, StoredFile } from '#server/kit/storage/storage.ts';
import { openZip } from '#server/kit/zip/zip-file.ts';
import { createZipLayout, type ZipLayout, type ZipSource } from '#server/kit/zip/zip-layout.ts';
import { createLayoutMemory } from '#server/kit/zip/zip-layouts.ts';
import type { Exchange } from '#server/platform/serve.ts';
import type { Deps } from '../../deps.ts';
import { findFile, findFilesVersion } from './queries.ts';
import type { FirstVersion } from './tickets.ts';

/**
 * What to send from a resource: one file by path, or a ZIP. `findFiles` is called whenever the resource's files have changed;
 * `key` identifies the selection within the resource.
 */
export type SendableFile = { id: string } & (
  | { file: string }
  | { archive: { key: string; name: string; findFiles: () => Promise<ZipSource[]> } }
);
type Archive = Extract<SendableFile, { archive: object }>['archive'];

export type SendingHooks = {
  /** Called with the entity tag when a response starts at byte 0. */
  onFirstByte: (version: string) => Promise<void>;
  firstVersion: FirstVersion;
};

/** How long to cache the check that an archive's files exist, so that resuming a download in many parts does not repeat it. */
const FOUND_FOR_MS = 60_000;

/** Throws FileMissing unless the storage has every file at its recorded size. */
const findAll = async (storage: Storage, { contents }: ZipLayout): Promise<void> => {
  const sizes = await storage.sizes(contents.map(({ storageKey }) => storageKey));
  for (const [index, { storageKey, size }] of contents.entries()) {
    const found = sizes[index] ?? 'no';
    if (found !== size) throw new FileMissing(`stored file ${storageKey} has ${found} bytes, expected ${size}`);
  }
};

/** Whether a range is requested without naming a version. The client would not notice if it received bytes of another version. */
const continuesBlindly = (headers: IncomingHttpHeaders): boolean =>
  headers.range !== undefined && headers['if-range'] === undefined && headers['if-match'] === undefined;

type SenderDeps = Pick<Deps, 'config' | 'db' | 'log' | 'storage'>;

/**
 * Returns a function that sends files and archives.
 * @throws Problem FILE_NOT_FOUND if the resource has no such file, FILE_MISSING if the storage has lost it, DOWNLOAD_CHANGED if
 *   the requested part belongs to a different version than the one the download started with
 */
export function createSender(deps: SenderDeps) {
  const { db, storage } = deps;
  const layouts = createLayoutMemory();
  const found = createMemory<{ lost: boolean }>({ max: 200, ttlMs: FOUND_FOR_MS });

  // Whether the version differs from the one the download started with.
  const hasChanged = async (version: string, { request }: Exchange, hooks: SendingHooks): Promise<boolean> => {
    const begins = request.method === 'GET' && request.headers.range === undefined;
    const changed = (await hooks.firstVersion(version, begins)) !== version;
    if (changed && continuesBlindly(request.headers)) throw new Problem('DOWNLOAD_CHANGED');
    return changed;
  };

  const sendOne = async (id: string, path: string, exchange: Exchange, hooks: SendingHooks) => {
    const file = await findFile(db, id, path);
    if (!file) throw new Problem('FILE_NOT_FOUND');
    const name = file.path.split('/').at(-1) ?? file.path;
    const changed = await hasChanged(file.sha256, exchange, hooks);
    const sent = { storage, key: file.storageKey, size: file.size, sha256: file.sha256, crc32: file.crc32, name };
    await sendFile(
      exchange.request,
      exchange.reply,
      // Front servers derive ETags from the modification time in seconds, which two versions can share. Only our own ETag tells
      // them apart.
      { ...sent, mediaType: mediaTypeOf(name), ...(changed ? {} : { modifiedAt: file.createdAt }) },
      {
        onFirstByte: () => hooks.onFirstByte(file.sha256),
        accelPrefix: changed ? null : deps.config.accelPrefix,
        mayLink: !changed,
      },
    );
  };

  // Checks that all files of an archive exist, then opens it. If a read fails, the files are checked again the next time.
  const openArchive = async (id: string, layout: ZipLayout): Promise<StoredFile> => {
    const state = await found.get(`${id} ${layout.etag}`, async () => {
      await findAll(storage, layout);
      return { lost: false };
    });
    if (state.lost) await findAll(storage, layout);
    state.lost = false;
    const zip = openZip(layout, storage);
    return {
      ...zip,
      async read(buffer, position) {
        try {
          return await zip.read(buffer, position);
        } catch (error) {
          state.lost = true;
          throw error;
        }
      },
    };
  };

  const sendArchive = async (id: string, archive: Archive, exchange: Exchange, hooks: SendingHooks) => {
    const version = await findFilesVersion(db, id);
    const layout = await layouts.get(
      `${id} ${version} ${archive.key}`,
      async () => await createZipLayout(await archive.findFiles()),
    );
    await hasChanged(layout.etag, exchange, hooks);
    const zip = await openArchive(id, layout);
    const { size, etag } = layout;
    // Otherwise a front server would buffer the whole archive in a file, and clients could not cancel the transfer.
    exchange.reply.header('x-accel-buffering', 'no');
    try {
      const content = { size, etag, name: archive.name, mediaType: 'application/zip' };
      const options = { onFirstByte: () => hooks.onFirstByte(etag), readsAhead: storage.remote };
      await sendContent(exchange.request, exchange.reply, content, zip, options);
    } finally {
      await zip.close();
    }
  };

  return async (parcel: SendableFile, exchange: Exchange, hooks: SendingHooks): Promise<void> => {
    try {
      if ('file' in parcel) await sendOne(parcel.id, parcel.file, exchange, hooks);
      else await sendArchive(parcel.id, parcel.archive, exchange, hooks);
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error;
      deps.log.error({ err: error, resource: parcel.id }, 'a resource file is missing');
      throw new Problem('FILE_MISSING');
    }
  };
}
