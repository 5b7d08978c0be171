// Sends the browser to a file (product.md DL-13).
import type { MouseEvent } from 'react';
import { isTunnelHost } from '#client/kit/tunnel-host.ts';

/** Starts a direct download. Through a tunnel, it asks for confirmation first. */
export async function startDirect(address: string): Promise<void> {
  if (!isTunnelHost(window.location.hostname)) return window.location.assign(address);
  await (await import('./tunnel-download.ts')).startThroughTunnel(address);
}

/** Click handler for a direct download link. The browser follows it normally, except through a tunnel. */
export function followDirect(event: MouseEvent<HTMLAnchorElement>): void {
  if (!isTunnelHost(window.location.hostname)) return;
  event.preventDefault();
  void startDirect(event.currentTarget.href);
}
