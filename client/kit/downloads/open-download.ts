// The client's way to a file (specification, section 7): ask where it is, then open that in a new tab.

import { CallError, type Transport } from '#client/kit/data/call.ts';
import type { OwnPlace } from '#client/kit/own-hosts.ts';
import { getDownloadUrl } from './api.ts';
import { startDirect } from './direct-download.ts';

/** What the person reads when a download does not start (specification, section 8). */
const ALERTS = {
  all: 'Failed to generate download link. Please try again later.',
  file: 'Failed to download file. Please try again later.',
} as const;

/** The sentence for a failed start: the server's own where it refused on purpose, else the alert. */
export function downloadAlert(error: unknown, file: string | undefined): string {
  const refused = error instanceof CallError && error.code !== null && error.status >= 400 && error.status < 500;
  return refused ? error.message : ALERTS[file === undefined ? 'all' : 'file'];
}

/**
 * The address in what the site answered. An answer without one that a browser can open, as from something between that
 * answers in its place, is a failure like any other.
 */
export function addressIn(reply: unknown, adFree: boolean): string {
  const address = typeof reply === 'object' && reply !== null && 'downloadUrl' in reply ? reply.downloadUrl : null;
  if (typeof address === 'string' && /^(https?:\/\/|\/(?!\/))/.test(address)) return address;
  throw new Error(adFree ? 'Invalid premium download response' : 'Failed to generate download link');
}

/** The answer named a host: one for development leads to the site's own. */
const configured = async (address: string, place: OwnPlace): Promise<string> => {
  const { configuredAddress } = await import('#client/kit/own-hosts.ts');
  return configuredAddress(address, place, window.location.href);
};

type Target = {
  id: string;
  file?: string | undefined;
  /** Makes a selection and answers its id; called once the tab is open. */
  select?: () => Promise<string>;
  adFree: boolean;
};

/**
 * Starts a download, at the site's own address whatever host the answer names. Those who see ads get a new tab, opened before the call because a browser blocks one that opens
 * later; the others stay here, since the answer is an attachment. Rejects when it does not start: see downloadAlert.
 */
export async function openDownload(
  context: OwnPlace & { transport: Transport },
  { id, file, select, adFree }: Target,
): Promise<void> {
  const tab = adFree ? null : window.open('', '_blank');
  if (tab) tab.opener = null;
  try {
    const query = { ...(select && { selection: await select() }), ...(file !== undefined && { file }) };
    const answered = addressIn(await getDownloadUrl(context.transport, { params: { id }, query }), adFree);
    const address = answered.startsWith('/') ? answered : await configured(answered, context);
    if (tab) tab.location.replace(address);
    else await startDirect(address);
  } catch (error) {
    tab?.close();
    throw error;
  }
}
