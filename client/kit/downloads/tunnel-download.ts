// A direct download through a tunnel: it asks first and looks whether the archive comes through, because tunnels put pages
// of their own in its place, which would be saved under its name (specification, section 8; product.md DL-13). Loaded there only.
import { parseDirectDownload } from '#contract/paths.ts';

const QUESTION = 'Direct download detected through ngrok. Click OK to start the download.';
const SECOND_QUESTION = 'Do you want to open the direct URL in a new tab?';
const alertOf = (name: string): string => `${name} could not be downloaded: it may be corrupted or inaccessible.`;

/** What the page has to offer; tests give their own. */
type Desk = Pick<Window, 'confirm' | 'alert' | 'open'> & {
  fetch: typeof fetch;
  location: Pick<Location, 'origin' | 'assign'>;
};

/** The archive as the alert names it; that its id cannot be read is logged and stops nothing. */
const nameOf = (address: string, origin: string): string => {
  const { pathname, search } = new URL(address, origin);
  const id = parseDirectDownload(pathname + search)?.id;
  // biome-ignore lint/suspicious/noConsole: the specification has this failure logged (section 8)
  if (id === undefined) console.error('Failed to read the resource id of', address);
  return id === undefined ? 'The archive' : `The archive download-${id}.zip`;
};

/** Whether what stands at the address is a file of the site, and not a page of something in between. */
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

/** Starts the download of a direct address, once the person has said so and the archive is there. */
export async function startThroughTunnel(address: string, desk: Desk = window): Promise<void> {
  if (!desk.confirm(QUESTION)) return;
  const name = nameOf(address, desk.location.origin);
  if (await isThere(address, desk)) return desk.location.assign(address);
  desk.alert(alertOf(name));
  if (desk.confirm(SECOND_QUESTION)) desk.open(address, '_blank', 'noopener');
}
