// Resumable uploads (tus 1.0): @tus/server interprets the requests and our own store carries them out. The package's responses
// are filtered: errors become Problems, and only the protocol's own headers are passed on.
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { DataStore, Server, Upload } from '@tus/server';
import { Problem } from './problem.ts';

export const TUS_VERSION = '1.0.0';

/** Stores the uploads; every method rejects with a Problem. `Who` identifies the sender of a request. */
export type TusStore<Who> = {
  /** Rejects anyone who is not allowed to access this upload or to know that it exists. Called before the upload is locked. */
  demandOwner(who: Who, id: string): Promise<void>;
  /** Locks the upload, or rejects immediately with UPLOAD_BUSY if it is locked. Resolves to a function that releases the lock. */
  lock(id: string): Promise<() => Promise<void>>;
  /** Creates an upload. Called while the upload is locked. */
  create(who: Who, id: string, told: { metadata: Record<string, string | null>; size: number }): Promise<void>;
  /** Size and current offset. If `isHeld` is false, the upload is not locked and this method must not change anything. */
  find(who: Who, id: string, state: { isHeld: boolean }): Promise<{ size: number; offset: number }>;
  /** Stores up to `most` bytes of what `readBody` yields and returns the new offset once they are durable. */
  append(who: Who, id: string, at: { offset: number; most: number }): Promise<number>;
  remove(who: Who, id: string): Promise<void>;
};

export type TusRequest<Who> = { who: Who; method: string; headers: IncomingHttpHeaders; id: string | null };

type Exchange<Who> = TusRequest<Who> & { found: { size: number; offset: number } | null };

/** Response headers that are passed on; `Location` is relative, so it works behind any front server. */
const ownHeaders = ['location', 'upload-offset', 'upload-length', 'cache-control'];
const readHeaders = ['tus-resumable', 'content-type', 'content-length'];

/** @param options.path URL path where uploads are created; each upload's own URL is below it */
export function createTusProtocol<Who>(store: TusStore<Who>, options: { path: string }) {
  const exchanges = new AsyncLocalStorage<Exchange<Who>>();
  const exchange = (): Exchange<Who> => {
    const current = exchanges.getStore();
    if (!current) throw new Error('outside a request');
    return current;
  };

  class Store extends DataStore {
    override extensions = ['creation', 'termination'];
    // The lock is already held here, so a request that cannot get it leaves nothing behind.
    override async create(upload: Upload): Promise<Upload> {
      const { id, metadata = {}, size } = upload;
      if (size === undefined) throw new Problem('BAD_REQUEST', { message: 'Upload-Length is missing.' });
      await store.create(exchange().who, id, { metadata, size });
      return upload;
    }
    override async getUpload(id: string): Promise<Upload> {
      const current = exchange();
      current.found = await store.find(current.who, id, { isHeld: current.method !== 'HEAD' });
      return new Upload({ id, ...current.found });
    }
    override async write(nothing: NodeJS.ReadableStream, id: string, offset: number): Promise<number> {
      // The body is read directly, bypassing the web streams the package would wrap it in.
      nothing.resume();
      const { who, found } = exchange();
      return await store.append(who, id, { offset, most: (found?.size ?? offset) - offset });
    }
    override remove(id: string): Promise<void> {
      return store.remove(exchange().who, id);
    }
  }

  const server = new Server({
    path: options.path,
    relativeLocation: true,
    datastore: new Store(),
    locker: {
      newLock: (id: string) => {
        let release: (() => Promise<void>) | null = null;
        return {
          lock: async () => {
            // A HEAD request needs no lock: the acknowledged offset is always safe to report.
            if (exchange().method !== 'HEAD') release = await store.lock(id);
          },
          unlock: async () => await release?.(),
        };
      },
    },
    getFileIdFromRequest: () => exchange().id ?? undefined,
    namingFunction: () => randomUUID(),
    onIncomingRequest: async (_request, id) => {
      if (exchange().id !== null) await store.demandOwner(exchange().who, id);
    },
    onResponseError: (_request, error) => {
      throw asRefusal(error);
    },
  });

  // Handles a request; the store reads its body.
  // @throws Problem; UPLOAD_PROTOCOL if the client uses another version of tus
  return async (request: TusRequest<Who>): Promise<{ status: number; headers: Record<string, string> }> => {
    // Deleting an upload involves no protocol data, so the site's own pages send a plain request.
    const isPlain = request.method === 'DELETE' && request.headers['tus-resumable'] === undefined;
    if (!isPlain && request.headers['tus-resumable'] !== TUS_VERSION) throw new Problem('UPLOAD_PROTOCOL');
    const headers = new Headers({ 'tus-resumable': TUS_VERSION });
    for (const [name, value] of Object.entries(request.headers))
      if (typeof value === 'string' && (readHeaders.includes(name) || name.startsWith('upload-')))
        headers.set(name, value);
    const asked = new Request(`http://uploads${options.path}`, { method: request.method, headers });
    const reply = await exchanges.run({ ...request, found: null }, () => server.handleWeb(asked));
    if (reply.status >= 400) throw problemOfStatus(reply.status);
    const passed = ownHeaders.flatMap((name) => {
      const value = reply.headers.get(name);
      return value === null ? [] : [[name, value]];
    });
    return { status: reply.status, headers: Object.fromEntries(passed) };
  };
}

/** The package throws plain objects with a status for protocol errors. */
const asRefusal = (error: unknown): unknown => {
  if (error instanceof Problem) return error;
  const status = (error as { status_code?: number }).status_code;
  return status === undefined || status === 500 ? error : problemOfStatus(status);
};

const problemOfStatus = (status: number): Problem => {
  if (status === 409) return new Problem('UPLOAD_OFFSET');
  if (status === 404 || status === 410) return new Problem('UPLOAD_SESSION_NOT_FOUND');
  if (status === 413) return new Problem('TOO_LARGE');
  return new Problem('BAD_REQUEST', { message: 'This is not a valid tus 1.0 request.' });
};
