/** Whether a host is the far end of a tunnel to somebody's machine (product.md DL-13). */
export function isTunnelHost(hostname: string): boolean {
  return /\.ngrok(?:\.io|\.app|-free\.app)$/i.test(hostname);
}
