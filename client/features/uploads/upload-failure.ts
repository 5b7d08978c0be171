// Decides how to handle a failed upload: retry, start over, ask to log in, or report the error.
import type { CallError } from '#client/kit/data/call.ts';

export const CHANGED_FILE = 'This file changed on your disk during the upload. Choose it again.';
export const CONNECTION_LOST = "Connection lost. The upload resumes when you're back online.";
export const SITE_AWAY = "The site isn't responding. We'll keep trying.";
export const BEGUN_ANEW = 'Starting over: the part uploaded earlier is no longer available.';
export const OTHER_VERSION = 'Starting over: the file has changed since last time.';
export const LOG_IN_AGAIN = 'Log in again to continue.';

export type UploadFailure =
  /** The attempt is repeated later; `note` is shown until then. `isMissing`: the server does not have all bytes yet. */
  | { kind: 'wait'; note: string; afterSeconds: number; isMissing: boolean }
  /** The server no longer knows the upload. */
  | { kind: 'restart' }
  /** An upload with this name already exists; this browser may have started it. */
  | { kind: 'look'; sentence: string }
  | { kind: 'sign-in' }
  /** `isForAll`: other uploads would fail in the same way. */
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
  if (code === 'UPLOAD_SESSION_NOT_FOUND') return { kind: 'restart' };
  if (code === 'FILE_EXISTS') return { kind: 'look', sentence: message };
  if (code && WAITS.has(code)) return wait(message);
  // While the site restarts, the proxy in front of it responds with its own error page.
  if (status >= 500 && code !== 'STORAGE_FULL') return wait(SITE_AWAY);
  const isForAll =
    code === 'STORAGE_FULL' || code === 'TOO_MANY_UPLOADS' || code === 'TOO_MANY_FILES' || status === 403;
  return { kind: 'stop', sentence: message, isForAll };
}

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

/** Milliseconds until the next attempt, after `attempts` failures. */
export function waitAfter(attempts: number, afterSeconds: number): number {
  return Math.max(afterSeconds * 1000, Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, attempts - 1)));
}

/** Whether all files are still readable. Browsers refuse to read files that were changed or deleted after being chosen. */
export async function isUnchanged(files: readonly Blob[]): Promise<boolean> {
  try {
    for (const file of files) if (file.size > 0) await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
