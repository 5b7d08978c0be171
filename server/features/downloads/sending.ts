// Sends what was asked for: one stored file, or all files of a resource as a ZIP made on the way (DL-3, DL-6).
import type { Deps } from '../../deps.ts';
import { mediaTypeOf } from '../../kit/media-type.ts';
import { Problem } from '../../kit/problem.ts';
import { createMemory } from '../../kit/remember.ts';
import { type SendFileOptions, sendContent, sendFile } from '../../kit/send-file.ts';
import type { Exchange } from '../../kit/serve.ts';
import type { Storage } from '../../kit/storage.ts';
import { FileMissing } from '../../kit/storage-errors.ts';
import { openZip } from '../../kit/zip-file.ts';
import { createZipLayout, type ZipLayout } from '../../kit/zip-layout.ts';
import { findFiles } from '../resources/queries.ts';
import { findFile } from './queries.ts';
import type { Wanted } from './tickets.ts';

/** How long an archive's files count as found, so that every part of a resumed download need not look for all of them. */
const FOUND_FOR_MS = 60_000;
const STATS_AT_ONCE = 8;

/** Throws FileMissing unless the storage has every file in its recorded size. */
const findAll = async (storage: Storage, layout: ZipLayout): Promise<void> => {
  const waiting = layout.sources.values();
  const look = async (): Promise<void> => {
    for (const source of waiting) {
      const found = await storage.stat(source.storageKey);
      if (found?.size === source.size) continue;
      throw new FileMissing(`stored file ${source.storageKey} has ${found?.size ?? 'no'} bytes, not ${source.size}`);
    }
  };
  await Promise.all(Array.from({ length: STATS_AT_ONCE }, look));
};

type SenderDeps = Pick<Deps, 'config' | 'db' | 'log' | 'storage'>;

/**
 * Returns what sends a download. `onFirstByte` is called once the answer begins at byte 0.
 * @throws Problem FILE_NOT_FOUND when the resource has no such file, FILE_MISSING when the storage has lost it
 */
export const createSender = (deps: SenderDeps) => {
  const { db, storage } = deps;
  const found = createMemory<object>({ max: 200, ttlMs: FOUND_FOR_MS });

  const sendOne = async (id: string, path: string, { request, reply }: Exchange, options: SendFileOptions) => {
    const file = await findFile(db, id, path);
    if (!file) throw new Problem('FILE_NOT_FOUND');
    const name = file.path.split('/').at(-1) ?? file.path;
    const sent = {
      storage,
      key: file.storageKey,
      size: file.size,
      sha256: file.sha256,
      name,
      mediaType: mediaTypeOf(name),
      modifiedAt: file.createdAt,
    };
    await sendFile(request, reply, sent, { ...options, accelPrefix: deps.config.accelPrefix });
  };

  const sendAll = async (id: string, { request, reply }: Exchange, options: SendFileOptions) => {
    const layout = createZipLayout(await findFiles(db, id));
    await found.get(`${id} ${layout.etag}`, async () => {
      await findAll(storage, layout);
      return {};
    });
    const zip = openZip(layout, storage);
    const content = {
      size: layout.size,
      etag: layout.etag,
      name: `download-${id}.zip`,
      mediaType: 'application/zip',
    };
    try {
      await sendContent(request, reply, content, zip, options);
    } finally {
      await zip.close();
    }
  };

  return async (wanted: Wanted, exchange: Exchange, onFirstByte: () => Promise<void>): Promise<void> => {
    try {
      if (wanted.file === undefined) await sendAll(wanted.id, exchange, { onFirstByte });
      else await sendOne(wanted.id, wanted.file, exchange, { onFirstByte });
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error;
      deps.log.error({ err: error, resource: wanted.id, file: wanted.file }, 'a file of a resource is missing');
      throw new Problem('FILE_MISSING');
    }
  };
};
