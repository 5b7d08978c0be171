// What administrators do to threads and posts: each act is one transaction with its line in the audit log.
import type { Deps } from '../../deps.ts';
import type { AuditActor } from '../../kit/audit.ts';
import { Problem } from '../../kit/problem.ts';
import type { Live } from '../forum/events.ts';

export type ModerationDeps = Pick<Deps, 'db' | 'now' | 'settings' | 'publicUrl' | 'bus' | 'log'> & { live: Live };
type Trx = Deps['db'];

export type Removal = {
  id: string;
  /** Its author is told, and it stands in the place of a removed post. */
  reason: string;
  by: AuditActor;
  /** The author is told otherwise: by the mail of a decision on a report. */
  withoutMail?: boolean;
};

/** Tells the readers at hand. To be called once the transaction has committed; it never throws. */
export type Tell = () => Promise<void>;

/**
 * Removes a post inside the caller's transaction; its place in the thread stays, with the reason. Call `settings.get()` before
 * the transaction.
 * @throws Problem POST_NOT_FOUND, FIRST_POST
 */
export const removePost = async (_deps: ModerationDeps, _trx: Trx, _removal: Removal): Promise<Tell> => {
  throw new Problem('POST_NOT_FOUND');
};

/**
 * Removes a thread with all its posts inside the caller's transaction. Call `settings.get()` before the transaction.
 * @throws Problem THREAD_NOT_FOUND
 */
export const removeThread = async (_deps: ModerationDeps, _trx: Trx, _removal: Removal): Promise<Tell> => {
  throw new Problem('THREAD_NOT_FOUND');
};
