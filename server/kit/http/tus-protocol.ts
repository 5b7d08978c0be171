// Resumable uploads as tus 1.0 has them: @tus/server decides what a request means, a store of ours does it. What it would
// say on the wire by itself does not get there: refusals are Problems, and of its headers only the protocol's own.
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { DataStore, Server, Upload } from '@tus/server';
import { Problem } from './problem.ts';

export const TUS_VERSION = '1.0.0';

/** What keeps the uploads; every method refuses by a Problem. `Who` is whoever a request comes from. */
export type TusStore<Who> = {
  /** Refuses whoever may not touch this upload, or know of it: asked before anything else, and before it is locked. */
  demandOwner(who: Who, id: string): Promise<void>;
  /** Refuses with UPLOAD_BUSY at once while somebody else holds it. Resolves to what gives it back. */
  lock(id: string): Promise<() => Promise<void>>;
  /** Called while the upload is locked. */
  create(who: Who, id: string, told: { metadata: Record<string, string | null>; size: number }): Promise<void>;
  /** Where it goes on. Only with `isHeld` is it locked: who merely asks changes nothing. */
  find(who: Who, id: string, state: { isHeld: boolean }): Promise<{ size: number; offset: number }>;
  /** Takes what `readBody` gives, at most so many bytes, and answers the new offset once it is safe. */
  append(who: Who, id: string, at: { offset: number; most: number }): Promise<number>;
  remove(who: Who, id: string): Promise<void>;
};

export type TusRequest<Who> = { who: Who; method: string; headers: IncomingHttpHeaders; id: string | null };

type Exchange<Who> = TusRequest<Who> & { found: { size: number; offset: number } | null };

/** What is passed on of its answer; `Location` is relative, whatever stands in front of the site. */
const ownHeaders = ['location', 'upload-offset', 'upload-length', 'cache-control'];
const readHeaders = ['tus-resumable', 'content-type', 'content-length'];

/** @param options.path the address that uploads are created at, and lie beneath */
export function createTusProtocol<Who>(store: TusStore<Who>, options: { path: string }) {
  const exchanges = new AsyncLocalStorage<Exchange<Who>>();
  const exchange = (): Exchange<Who> => {
    const current = exchanges.getStore();
    if (!current) throw new Error('outside a request');
    return current;
  };

  class Store extends DataStore {
    override extensions = ['creation', 'termination'];
    // Called under the lock: a request that cannot get it leaves nothing behind.
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
      // The body takes the short way past the web streams that the package would wrap it in.
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
            // Asking disturbs no writer: what is acknowledged is safe to be told at any time.
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

  // Answers a request; what it sends as a body is left to the store.
  // @throws Problem, UPLOAD_PROTOCOL for another version of tus
  return async (request: TusRequest<Who>): Promise<{ status: number; headers: Record<string, string> }> => {
    // Giving an upload up sends no bytes: the site's own pages do it by the plain call.
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

/** The package throws plain objects with a status for what the protocol refuses. */
const asRefusal = (error: unknown): unknown => {
  if (error instanceof Problem) return error;
  const status = (error as { status_code?: number }).status_code;
  return status === undefined || status === 500 ? error : problemOfStatus(status);
};

const problemOfStatus = (status: number): Problem => {
  if (status === 409) return new Problem('UPLOAD_OFFSET');
  if (status === 404 || status === 410) return new Problem('UPLOAD_SESSION_NOT_FOUND');
  if (status === 413) return new Problem('TOO_LARGE');
  return new Problem('BAD_REQUEST', { message: 'This is not a request of the upload protocol that this site speaks.' });
};
