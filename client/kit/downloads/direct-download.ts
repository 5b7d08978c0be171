// Sends the browser to a file (product.md DL-13).
import type { MouseEvent } from 'react';
import { isTunnelHost } from '#client/kit/tunnel-host.ts';

/** Starts the download of a direct address: at once, but for a tunnel. */
export async function startDirect(address: string): Promise<void> {
  if (!isTunnelHost(window.location.hostname)) return window.location.assign(address);
  await (await import('./tunnel-download.ts')).startThroughTunnel(address);
}

/** For a link to a direct address: the browser follows it by itself, but for a tunnel. */
export function followDirect(event: MouseEvent<HTMLAnchorElement>): void {
  if (!isTunnelHost(window.location.hostname)) return;
  event.preventDefault();
  void startDirect(event.currentTarget.href);
}
