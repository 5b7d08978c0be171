// Starts a download (specification, section 7): requests the download URL, then opens it in a new tab.

import { CallError, type Transport } from '#client/kit/data/call.ts';
import type { OwnPlace } from '#client/kit/own-hosts.ts';
import { getDownloadUrl } from './api.ts';
import { startDirect } from './direct-download.ts';

/** Messages shown if a download fails to start (specification, section 8). */
const ALERTS = {
  all: 'Failed to generate download link. Please try again later.',
  file: 'Failed to download file. Please try again later.',
} as const;

/** Error message for a failed download: the server's own for a 4xx response, otherwise a fixed one. */
export function downloadAlert(error: unknown, file: string | undefined): string {
  const refused = error instanceof CallError && error.code !== null && error.status >= 400 && error.status < 500;
  return refused ? error.message : ALERTS[file === undefined ? 'all' : 'file'];
}

/** The download URL from a response. Throws if there is no usable URL, e.g. because a proxy sent the response. */
export function addressIn(reply: unknown, adFree: boolean): string {
  const address = typeof reply === 'object' && reply !== null && 'downloadUrl' in reply ? reply.downloadUrl : null;
  if (typeof address === 'string' && /^(https?:\/\/|\/(?!\/))/.test(address)) return address;
  throw new Error(adFree ? 'Invalid premium download response' : 'Failed to generate download link');
}

/** Replaces a development or tunnel host in an absolute URL with the configured host. */
const configured = async (address: string, place: OwnPlace): Promise<string> => {
  const { configuredAddress } = await import('#client/kit/own-hosts.ts');
  return configuredAddress(address, place, window.location.href);
};

type Target = {
  id: string;
  file?: string | undefined;
  /** Creates a selection and returns its id. Called after the tab has been opened. */
  select?: () => Promise<string>;
  adFree: boolean;
};

/**
 * Starts a download from the configured host. For users who see ads, a new tab is opened before the API call, because browsers
 * block tabs opened after it. Other users stay on the page, since the response is an attachment. Rejects if the download fails to
 * start; see downloadAlert for the message.
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
