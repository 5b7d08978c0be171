// Acts that the server wants confirmed by the person: kit asks through the page's host, which accounts draws.
import { CallError } from './data/call.ts';

/** The act was given up at the question whether it is really the person. */
export class NotConfirmed extends CallError {
  constructor() {
    super('Nothing was changed.', 403, 'CONFIRMATION_REQUIRED');
  }
}

/** Asks on a page for what the server wants confirmed. `what` completes "To ...", as in "change this setting". */
export type ConfirmationHostSlot = {
  /** Runs an act. When the server wants a confirmation first, it is asked for and the act runs again. Throws like it. */
  run<T>(act: () => Promise<T>, what: string): Promise<T>;
  /** Waits until the session is confirmed. Throws when it stays unconfirmed. */
  require(what: string): Promise<void>;
};

/** Who can ask on this page, the innermost window last. */
const hosts: ConfirmationHostSlot[] = [];

/** Lets a host ask for whatever `withConfirmation` runs; returns what takes it away again. */
export function addConfirmationHost(host: ConfirmationHostSlot): () => void {
  hosts.push(host);
  return () => {
    hosts.splice(hosts.indexOf(host), 1);
  };
}

/** Runs an act as the page's host does. Where nobody can ask, the refusal is thrown. */
export const withConfirmation: ConfirmationHostSlot['run'] = (act, what) => hosts.at(-1)?.run(act, what) ?? act();

/** Waits until the session is confirmed, for what is not a call: a link to a file. */
export async function requireConfirmation(what: string): Promise<void> {
  await hosts.at(-1)?.require(what);
}
