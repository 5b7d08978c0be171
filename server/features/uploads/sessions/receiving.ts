// Receives upload bytes: checks permissions, allows one writer at a time, and acknowledges only what is safely stored.

import type { Deps } from '#server/deps.ts';
import { createKeptLocks } from '#server/kit/db/advisory-leases.ts';
import { directConnectionOf } from '#server/kit/db/db.ts';
import { LOCKS } from '#server/kit/db/locks.ts';
import { Problem } from '#server/kit/http/problem.ts';
import { createTusProtocol, type TusRequest, type TusStore } from '#server/kit/http/tus-protocol.ts';
import { FileMissing, StorageFull } from '#server/kit/storage/errors.ts';
import type { Viewer } from '#server/platform/viewer.ts';
import { createUploadSession } from './actions.ts';
import * as queries from './queries.ts';
import { readNewSession } from './rules.ts';

const RETRY_SECONDS = 5;
/** A body may take hours to arrive, but if its sender loses the right to upload, this must be noticed within five seconds. */
const RECHECK_MS = 2000;

/** The sender of a request. `body` yields at most `most` bytes and ends early when `stop` is aborted. */
export type Sender = {
  viewer: Viewer;
  body(limits: { stop: AbortSignal; most: number }): AsyncIterable<Uint8Array>;
};

/** The current writer of an upload. `stop` is aborted to make it stop writing, for example when its lock is lost. */
type Holder = { stop: AbortController; ended: Promise<void> };

/** Maps a full disk and missing bytes to problems that the sender can understand. */
const asRefusal = (error: unknown): unknown => {
  if (error instanceof StorageFull) return new Problem('STORAGE_FULL');
  return error instanceof FileMissing ? new Problem('UPLOAD_OFFSET') : error;
};

/** Creates the upload receiver of a process, for uploads under a URL path. */
export function createReceiver(
  deps: Pick<Deps, 'db' | 'now' | 'log' | 'settings' | 'storage' | 'limits'>,
  path: string,
) {
  const { db, now, log, storage } = deps;
  const { partials } = storage;
  const locks = createKeptLocks({ connection: directConnectionOf(db), log, lockClass: LOCKS.uploadSessions });
  const holders = new Map<string, Holder>();
  let isStopping = false;

  const demandSession = async ({ viewer }: Sender, id: string): Promise<queries.SessionRow> => {
    const session = await queries.findOwnUploadSession(db, id, viewer.id);
    // A refused upload cannot be resumed: the client has to start over.
    if (!session || session.state === 'REFUSED') throw new Problem('UPLOAD_SESSION_NOT_FOUND');
    return session;
  };

  // Returns the offset to resume from. If the disk has lost acknowledged bytes, this is the number of bytes that still exist.
  // Only the lock holder records such a loss, because fewer bytes may seem to exist while another writer is joining small parts.
  const settleOffset = async (session: queries.SessionRow, { isHeld }: { isHeld: boolean }): Promise<number> => {
    const { id, received } = session;
    const length = session.state === 'RECEIVING' ? ((await partials.size(id)) ?? 0) : received;
    if (length >= received) return received;
    if (!isHeld) return length;
    log.error({ session: id, received, length }, 'An upload lost bytes that had been acknowledged');
    if (!(await queries.saveReceived(db, id, { from: received, to: length, now: now() })))
      throw new Problem('UPLOAD_BUSY');
    return length;
  };

  // Yields the body for as long as its sender may upload; bytes received up to that point are kept.
  async function* whileAllowed(viewer: Viewer, body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    let checkedAt = performance.now();
    for await (const piece of body) {
      if (performance.now() - checkedAt >= RECHECK_MS) {
        if (!(await queries.mayStillUpload(db, viewer, now()))) throw new Problem('NOT_ALLOWED');
        checkedAt = performance.now();
      }
      yield piece;
    }
  }

  const write = async (sender: Sender, id: string, { offset, most }: { offset: number; most: number }) => {
    if (isStopping) throw new Problem('UNAVAILABLE', { retryAfterSeconds: RETRY_SECONDS });
    const stop = holders.get(id)?.stop.signal;
    if (!stop) throw new Error('an upload may only be written to while its lock is held');
    let saved = offset;
    try {
      const body = whileAllowed(sender.viewer, sender.body({ stop, most }));
      return await partials.append(id, offset, body, async (length) => {
        // The lock was lost. Its new holder continues from the offset in the database, so these bytes are not acknowledged.
        if (!(await queries.saveReceived(db, id, { from: saved, to: length, now: now() })))
          throw new Problem('UPLOAD_BUSY');
        saved = length;
      });
    } catch (error) {
      throw asRefusal(error);
    }
  };

  const store: TusStore<Sender> = {
    demandOwner: async (sender, id) => {
      await demandSession(sender, id);
    },
    async lock(id) {
      const lock = await locks.take(id);
      if (!lock) throw new Problem('UPLOAD_BUSY');
      const stop = new AbortController();
      const ended = Promise.withResolvers<void>();
      holders.set(id, { stop, ended: ended.promise });
      lock.lost.addEventListener('abort', () => stop.abort());
      return async () => {
        await lock.release();
        holders.delete(id);
        ended.resolve();
      };
    },
    async create({ viewer }, id, { metadata, size }) {
      await createUploadSession(deps, viewer, id, readNewSession(metadata, size));
      try {
        await partials.begin(id);
      } catch (error) {
        await queries.deleteSession(db, id);
        throw asRefusal(error);
      }
    },
    async find(sender, id, state) {
      const session = await demandSession(sender, id);
      return { size: session.size, offset: await settleOffset(session, state) };
    },
    async append(sender, id, at) {
      const { state } = await demandSession(sender, id);
      if (state !== 'RECEIVING') throw new Problem('UPLOAD_BUSY');
      return await write(sender, id, at);
    },
    async remove({ viewer }, id) {
      await db.transaction().execute(async (trx) => {
        const session = await queries.lockOwnUploadSession(trx, id, viewer.id);
        if (!session) throw new Problem('UPLOAD_SESSION_NOT_FOUND');
        if (session.state === 'CHECKING') throw new Problem('UPLOAD_BUSY');
        await queries.deleteSession(trx, id);
      });
      await partials.drop(id);
    },
  };

  const speak = createTusProtocol(store, { path });

  // Stops writers, keeping the bytes received so far, and waits until they have released their locks.
  const interrupt = async (those: Iterable<Holder>): Promise<void> => {
    const all = [...those];
    for (const { stop } of all) stop.abort();
    await Promise.all(all.map(({ ended }) => ended));
  };

  return {
    // Handles a tus request. @throws Problem
    async answer(request: TusRequest<Sender>) {
      const { method, id, who } = request;
      const holder = id === null ? undefined : holders.get(id);
      if (method === 'DELETE' && id !== null && holder) {
        // Stop the writer first, because cancelling an upload must not wait for bytes that are still arriving.
        await demandSession(who, id);
        await interrupt([holder]);
      }
      return await speak(request);
    },
    // Stops receiving. Current writers end and keep the bytes received so far.
    async drain(): Promise<void> {
      isStopping = true;
      await interrupt(holders.values());
    },
    close: () => locks.close(),
  };
}
export type Receiver = ReturnType<typeof createReceiver>;
