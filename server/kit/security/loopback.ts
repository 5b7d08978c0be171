// Host names and configurations that mean this machine only.
const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

export function isLoopbackName(host: string): boolean {
  return loopbackNames.has(host);
}

const LOOPBACK_NETWORK = /^(?:loopback|127(?:\.\d{1,3}){3}(?:\/\d+)?|::1(?:\/128)?)$/;

/**
 * Whether only this machine can reach the site, judged by the configuration and never by a request. A front server (TRUST_PROXY)
 * may expose anything, unless it runs on this machine and the site's own address is local.
 */
export function isLocalSetUp(setUp: { host: string; publicUrl: string | null; trustProxy: string | null }): boolean {
  const { host, publicUrl, trustProxy } = setUp;
  if (!isLoopbackName(host)) return false;
  if (publicUrl !== null && !isLoopbackName(new URL(publicUrl).hostname)) return false;
  if (trustProxy === null) return true;
  return publicUrl !== null && trustProxy.split(',').every((network) => LOOPBACK_NETWORK.test(network.trim()));
}
