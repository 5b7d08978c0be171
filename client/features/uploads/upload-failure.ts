// What to make of an upload's failure: go on by itself, begin anew, ask to log in, or tell the person.
import type { CallError } from '#client/kit/data/call.ts';

export const CHANGED_FILE = 'This file changed on your disk while it was being sent. Choose it again.';
export const CONNECTION_LOST = 'Connection lost. It goes on by itself as soon as it is back.';
export const SITE_AWAY = 'The site does not answer right now. It goes on by itself as soon as it does.';
export const BEGUN_ANEW = 'It begins anew: what had arrived of it is gone.';
export const OTHER_VERSION = 'It begins anew: the file has changed since the last time.';
export const LOG_IN_AGAIN = 'Log in again, then go on.';

export type UploadFailure =
  /** Trying again helps; `note` is said meanwhile. `isMissing`: the server does not have all bytes. */
  | { kind: 'wait'; note: string; afterSeconds: number; isMissing: boolean }
  /** The server does not know the upload any more. */
  | { kind: 'anew' }
  /** An upload of this name exists: perhaps our own. */
  | { kind: 'look'; sentence: string }
  | { kind: 'sign-in' }
  /** `isForAll`: the others would meet the same. */
  | { kind: 'stop'; sentence: string; isForAll: boolean };

const MISSING = new Set(['UPLOAD_OFFSET', 'UPLOAD_INCOMPLETE']);
const WAITS = new Set([...MISSING, 'UPLOAD_BUSY', 'TOO_MANY_REQUESTS']);

export function verdictOn({ status, code, message, retryAfterSeconds }: CallError): UploadFailure {
  const wait = (note: string): UploadFailure => ({
    kind: 'wait',
    note,
    afterSeconds: retryAfterSeconds,
    isMissing: MISSING.has(code ?? ''),
  });
  if (status === 0) return wait(CONNECTION_LOST);
  if (code === 'SIGN_IN_REQUIRED') return { kind: 'sign-in' };
  if (code === 'UPLOAD_SESSION_NOT_FOUND') return { kind: 'anew' };
  if (code === 'FILE_EXISTS') return { kind: 'look', sentence: message };
  if (code && WAITS.has(code)) return wait(message);
  // A server behind the front one that is being started again answers with the front server's page.
  if (status >= 500 && code !== 'STORAGE_FULL') return wait(SITE_AWAY);
  const isForAll =
    code === 'STORAGE_FULL' || code === 'TOO_MANY_UPLOADS' || code === 'TOO_MANY_FILES' || status === 403;
  return { kind: 'stop', sentence: message, isForAll };
}

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

/** Milliseconds before the next attempt, after so many in vain. */
export function waitAfter(attempts: number, afterSeconds: number): number {
  return Math.max(afterSeconds * 1000, Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, attempts - 1)));
}

/** Whether the files can still be read; a browser refuses those that were changed or taken away since they were chosen. */
export async function isUnchanged(files: readonly Blob[]): Promise<boolean> {
  try {
    for (const file of files) if (file.size > 0) await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
