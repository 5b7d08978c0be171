// Host names and configurations that limit access to this machine.
const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

export function isLoopbackName(host: string): boolean {
  return loopbackNames.has(host);
}

const LOOPBACK_NETWORK = /^(?:loopback|127(?:\.\d{1,3}){3}(?:\/\d+)?|::1(?:\/128)?)$/;

/**
 * Whether the site can only be reached from this machine, judged by its configuration and never by a request. With a front server
 * (TRUST_PROXY), that is certain only if the front server runs on this machine and the site's public URL is local.
 */
export function isLocalSetUp(setUp: { host: string; publicUrl: string | null; trustProxy: string | null }): boolean {
  const { host, publicUrl, trustProxy } = setUp;
  if (!isLoopbackName(host)) return false;
  if (publicUrl !== null && !isLoopbackName(new URL(publicUrl).hostname)) return false;
  if (trustProxy === null) return true;
  return publicUrl !== null && trustProxy.split(',').every((network) => LOOPBACK_NETWORK.test(network.trim()));
}
