// Direct downloads on a tunnel host. Asks for confirmation and checks that the archive is reachable, because a tunnel may respond
// with its own page, which would be saved under the archive's name (specification, section 8; product.md DL-13). Loaded only on
// tunnel hosts.
import { parseDirectDownload } from '#contract/paths.ts';

const QUESTION = 'Direct download detected through ngrok. Click OK to start the download.';
const SECOND_QUESTION = 'Open the direct URL in a new tab?';
const alertOf = (name: string): string => `${name} could not be downloaded: it may be corrupted or inaccessible.`;

/** The browser APIs used here. Tests pass fakes. */
type Desk = Pick<Window, 'confirm' | 'alert' | 'open'> & {
  fetch: typeof fetch;
  location: Pick<Location, 'origin' | 'assign'>;
};

/** Name of the archive for the error message. A missing id is logged, but the download continues. */
const nameOf = (address: string, origin: string): string => {
  const { pathname, search } = new URL(address, origin);
  const id = parseDirectDownload(pathname + search)?.id;
  // biome-ignore lint/suspicious/noConsole: the specification requires this log message (section 8)
  if (id === undefined) console.error('Failed to read the resource id of', address);
  return id === undefined ? 'The archive' : `The archive download-${id}.zip`;
};

/** Whether the URL returns a file from this site rather than a page served by the tunnel. */
const isThere = async (address: string, desk: Desk): Promise<boolean> => {
  try {
    const { ok, headers } = await desk.fetch(address, {
      method: 'HEAD',
      cache: 'no-store',
      headers: { 'ngrok-skip-browser-warning': 'true' },
    });
    return ok && (headers.get('content-disposition') ?? '').startsWith('attachment');
  } catch {
    return false;
  }
};

/** Asks for confirmation and starts a direct download if the archive is reachable. */
export async function startThroughTunnel(address: string, desk: Desk = window): Promise<void> {
  if (!desk.confirm(QUESTION)) return;
  const name = nameOf(address, desk.location.origin);
  if (await isThere(address, desk)) return desk.location.assign(address);
  desk.alert(alertOf(name));
  if (desk.confirm(SECOND_QUESTION)) desk.open(address, '_blank', 'noopener');
}
