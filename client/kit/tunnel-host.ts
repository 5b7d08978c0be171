/** Whether a host is the public end of a development tunnel (product.md DL-13). */
export function isTunnelHost(hostname: string): boolean {
  return /\.ngrok(?:\.io|\.app|-free\.app)$/i.test(hostname);
}
