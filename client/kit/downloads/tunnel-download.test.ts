import { afterEach, describe, expect, it, vi } from 'vitest';
import { startThroughTunnel } from './tunnel-download.ts';

const ID = '0b7c9a5e-6a3f-4d8e-9a51-1c2d3e4f5a6b';
const ADDRESS = `/direct-download/${ID}?ticket=abc`;
const QUESTION = 'Direct download detected through ngrok. Click OK to start the download.';
const ALERT = `The archive download-${ID}.zip could not be downloaded: it may be corrupted or inaccessible.`;
const SECOND = 'Open the direct URL in a new tab?';

afterEach(() => vi.restoreAllMocks());

const file = { 'content-disposition': 'attachment; filename="a.zip"', 'content-type': 'application/zip' };

/** Runs a download in a fake browser that gives the listed answers to confirm dialogs and records all actions. */
const open = async ({
  answers = [],
  reply,
  address = ADDRESS,
}: {
  answers?: boolean[];
  reply?: () => Response;
  address?: string;
} = {}) => {
  const acts: unknown[] = [];
  const left = [...answers];
  await startThroughTunnel(address, {
    confirm: (text) => {
      acts.push(['confirm', text]);
      return left.shift() ?? false;
    },
    alert: (text) => acts.push(['alert', text]),
    open: (url, target, features) => {
      acts.push(['open', url, target, features]);
      return null;
    },
    fetch: async (url, init) => {
      acts.push([init?.method, url]);
      if (!reply) throw new TypeError('Failed to fetch');
      return reply();
    },
    location: { origin: 'https://a.ngrok.io', assign: (url) => acts.push(['assign', url]) },
  });
  return acts;
};

describe('a direct download through a tunnel', () => {
  it('asks for confirmation first', async () => {
    const reply = () => new Response(null, { headers: file });
    expect(await open({ answers: [true], reply })).toEqual([
      ['confirm', QUESTION],
      ['HEAD', ADDRESS],
      ['assign', ADDRESS],
    ]);
    expect(await open({ answers: [false], reply })).toEqual([['confirm', QUESTION]]);
  });

  it.each([
    ['there is no response', undefined],
    ['the site refuses', () => new Response(null, { status: 403, headers: file })],
    ['the tunnel sends its own page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ])('shows an alert and offers a new tab when %s', async (_, reply) => {
    const failed = [
      ['confirm', QUESTION],
      ['HEAD', ADDRESS],
      ['alert', ALERT],
      ['confirm', SECOND],
    ];
    expect(await open({ answers: [true, true], ...(reply && { reply }) })).toEqual([
      ...failed,
      ['open', ADDRESS, '_blank', 'noopener'],
    ]);
    expect(await open({ answers: [true, false], ...(reply && { reply }) })).toEqual(failed);
  });

  it('logs a URL without an id and continues', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const address = '/direct-download/none';
    const acts = await open({ answers: [true], address });
    expect(log).toHaveBeenCalledWith('Failed to read the resource id of', address);
    expect(acts).toContainEqual(['alert', 'The archive could not be downloaded: it may be corrupted or inaccessible.']);
  });
});
