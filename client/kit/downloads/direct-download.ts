// Opens direct download links (product.md DL-13).
import type { MouseEvent } from 'react';
import { isTunnelHost } from '#client/kit/tunnel-host.ts';

/** Starts a direct download. On a tunnel host it asks for confirmation first. */
export async function startDirect(address: string): Promise<void> {
  if (!isTunnelHost(window.location.hostname)) return window.location.assign(address);
  await (await import('./tunnel-download.ts')).startThroughTunnel(address);
}

/** Click handler for direct download links. The browser follows the link as usual, except on a tunnel host. */
export function followDirect(event: MouseEvent<HTMLAnchorElement>): void {
  if (!isTunnelHost(window.location.hostname)) return;
  event.preventDefault();
  void startDirect(event.currentTarget.href);
}
