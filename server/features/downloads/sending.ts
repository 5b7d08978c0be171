// Sends what was asked for: one stored file, or files of a resource as a ZIP made on the way (DL-3, DL-6, DL-12).
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
 * What is sent of a resource: one file by its path, or a ZIP of files. `archive` finds those whenever the resource's
 * files have changed, and `key` names the choice among those of the resource.
 */
export type SendableFile = { id: string } & (
  | { file: string }
  | { archive: { key: string; name: string; findFiles: () => Promise<ZipSource[]> } }
);
type Archive = Extract<SendableFile, { archive: object }>['archive'];

/** What a sender tells and asks on the way. */
export type SendingHooks = {
  /** Called once the answer begins at byte 0. */
  onFirstByte: () => Promise<void>;
  firstVersion: FirstVersion;
};

/** How long an archive's files count as found, so that every part of a resumed download need not look for all of them. */
const FOUND_FOR_MS = 60_000;

/** Throws FileMissing unless the storage has every file in its recorded size. */
const findAll = async (storage: Storage, { contents }: ZipLayout): Promise<void> => {
  const sizes = await storage.sizes(contents.map(({ storageKey }) => storageKey));
  for (const [index, { storageKey, size }] of contents.entries()) {
    const found = sizes[index] ?? 'no';
    if (found !== size) throw new FileMissing(`stored file ${storageKey} has ${found} bytes, ${size} were recorded`);
  }
};

/** Whether a part is asked for without saying of what: the bytes of another version would be taken for its own. */
const continuesBlindly = (headers: IncomingHttpHeaders): boolean =>
  headers.range !== undefined && headers['if-range'] === undefined && headers['if-match'] === undefined;

type SenderDeps = Pick<Deps, 'config' | 'db' | 'log' | 'storage'>;

/**
 * Returns what sends a parcel.
 * @throws Problem FILE_NOT_FOUND when the resource has no such file, FILE_MISSING when the storage has lost it,
 *   DOWNLOAD_CHANGED when a part of another version is asked for than the download began with
 */
export function createSender(deps: SenderDeps) {
  const { db, storage } = deps;
  const layouts = createLayoutMemory();
  const found = createMemory<{ lost: boolean }>({ max: 200, ttlMs: FOUND_FOR_MS });

  // Whether this is not the version that the download began with.
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
      // Two versions may be of one second, which the front server's tags are made of too: only our own tag tells them apart.
      { ...sent, mediaType: mediaTypeOf(name), ...(changed ? {} : { modifiedAt: file.createdAt }) },
      { onFirstByte: hooks.onFirstByte, accelPrefix: changed ? null : deps.config.accelPrefix, mayLink: !changed },
    );
  };

  // Opens the archive once all its files have been found; a file that gets lost later is looked for again.
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
    // A front server would otherwise take the whole archive into a file of its own, and let no client stop that.
    exchange.reply.header('x-accel-buffering', 'no');
    try {
      const content = { size, etag, name: archive.name, mediaType: 'application/zip' };
      const options = { onFirstByte: hooks.onFirstByte, readsAhead: storage.remote };
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
      deps.log.error({ err: error, resource: parcel.id }, 'a file of a resource is missing');
      throw new Problem('FILE_MISSING');
    }
  };
}
