/** Whether a host name belongs to a development tunnel (product.md DL-13). */
export function isTunnelHost(hostname: string): boolean {
  return /\.ngrok(?:\.io|\.app|-free\.app)$/i.test(hostname);
}
