// Fully received uploads that await their check: real rows, and real bytes in the upload storage.
import { randomUUID } from 'node:crypto';
import { checkSession } from '#server/features/uploads/processing/jobs.ts';
import type { TestApp } from './harness.ts';

type NewArrival = {
  userId: string;
  resourceId: string;
  path?: string;
  body?: string | Uint8Array;
  /** Makes the upload a bundle of these files. */
  files?: Record<string, string | Uint8Array>;
  /** The bundle's manifest, if it should differ from the files. */
  manifest?: { path: string; size: number }[];
  /** The declared size, if it should differ from the number of bytes received. */
  size?: number;
};

/** Adds an upload session in state CHECKING; resolves to its id. */
export async function addArrival(test: TestApp, given: NewArrival): Promise<string> {
  const id = randomUUID();
  const files = Object.entries(given.files ?? {}).map(([path, body]) => ({ path, body: Buffer.from(body) }));
  const body = given.files ? Buffer.concat(files.map((file) => file.body)) : Buffer.from(given.body ?? '');
  const manifest = given.manifest ?? files.map((file) => ({ path: file.path, size: file.body.length }));
  const { partials } = test.deps.storage;
  await partials.begin(id);
  await partials.append(id, 0, pieces(body), async () => {});
  const at = test.deps.now();
  await test.db
    .insertInto('upload_sessions')
    .values({
      id,
      user_id: given.userId,
      resource_id: given.resourceId,
      path: given.path ?? (given.files ? `${files.length} small files` : 'clip.mov'),
      is_bundle: given.files !== undefined,
      manifest: given.files ? JSON.stringify(manifest) : null,
      size: given.size ?? body.length,
      received: given.size ?? body.length,
      state: 'CHECKING',
      created_at: at,
      touched_at: at,
    })
    .execute();
  return id;
}

async function* pieces(body: Uint8Array) {
  yield body;
}

/** Runs a session's check in this process, as a worker would. */
export function runCheck(test: TestApp, sessionId: string, last: { isLastAttempt?: boolean } = {}): Promise<void> {
  return checkSession.run({ sessionId }, test.deps, {
    log: test.deps.log,
    signal: new AbortController().signal,
    attempt: 1,
    isLastAttempt: last.isLastAttempt ?? false,
  });
}
