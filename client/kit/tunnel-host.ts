/** Whether a host is the far end of a tunnel to somebody's machine (product.md DL-13). */
export const isTunnelHost = (hostname: string): boolean => /\.ngrok(?:\.io|\.app|-free\.app)$/i.test(hostname);
