// Actions for which the server requires re-authentication. The dialog host is provided by the accounts domain.
import { CallError } from './data/call.ts';

/** Thrown if the user cancels the re-authentication. */
export class NotConfirmed extends CallError {
  constructor() {
    super('Nothing was changed.', 403, 'CONFIRMATION_REQUIRED');
  }
}

/** A host that asks for re-authentication on a page. `what` completes "To ...", as in "change this setting". */
export type ConfirmationHostSlot = {
  /** Runs an action. If the server requires confirmation, asks for it and runs the action again. Rethrows its errors. */
  run<T>(act: () => Promise<T>, what: string): Promise<T>;
  /** Waits until the session is confirmed. Throws if it is not. */
  require(what: string): Promise<void>;
};

/** Hosts on this page, innermost dialog last. */
const hosts: ConfirmationHostSlot[] = [];

/** Registers a host for `withConfirmation`. Returns a function that removes it. */
export function addConfirmationHost(host: ConfirmationHostSlot): () => void {
  hosts.push(host);
  return () => {
    hosts.splice(hosts.indexOf(host), 1);
  };
}

/** Runs an action through the page's host. Without a host, the server's error is thrown. */
export const withConfirmation: ConfirmationHostSlot['run'] = (act, what) => hosts.at(-1)?.run(act, what) ?? act();

/** Waits until the session is confirmed, for actions that are not API calls, such as a link to a file. */
export async function requireConfirmation(what: string): Promise<void> {
  await hosts.at(-1)?.require(what);
}
