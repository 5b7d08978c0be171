// Runs actions that require re-authentication. The accounts feature provides the dialog.
import { CallError } from './data/call.ts';

/** Thrown if the user cancels re-authentication. */
export class NotConfirmed extends CallError {
  constructor() {
    super('Nothing was changed.', 403, 'CONFIRMATION_REQUIRED');
  }
}

/** A component that can ask the user to re-authenticate. `what` completes the sentence "To ...", e.g. "change this setting". */
export type ConfirmationHostSlot = {
  /**
   * Runs an action. If the server requires confirmation, asks the user for it and runs the action again. Rethrows the action's
   * errors.
   */
  run<T>(act: () => Promise<T>, what: string): Promise<T>;
  /** Resolves once the session is confirmed. Rejects if the user cancels. */
  require(what: string): Promise<void>;
};

/** Hosts on the current page. The host of the innermost dialog is last. */
const hosts: ConfirmationHostSlot[] = [];

/** Registers a host for `withConfirmation`. Returns a function that removes it. */
export function addConfirmationHost(host: ConfirmationHostSlot): () => void {
  hosts.push(host);
  return () => {
    hosts.splice(hosts.indexOf(host), 1);
  };
}

/** Runs an action with the innermost host. Without a host, the server's error is thrown. */
export const withConfirmation: ConfirmationHostSlot['run'] = (act, what) => hosts.at(-1)?.run(act, what) ?? act();

/** Resolves once the session is confirmed. For actions other than API calls, such as opening a file link. */
export async function requireConfirmation(what: string): Promise<void> {
  await hosts.at(-1)?.require(what);
}
