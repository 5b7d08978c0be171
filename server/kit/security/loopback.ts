// Which host names and set-ups mean this machine alone.
const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

export function isLoopbackName(host: string): boolean {
  return loopbackNames.has(host);
}

const LOOPBACK_NETWORK = /^(?:loopback|127(?:\.\d{1,3}){3}(?:\/\d+)?|::1(?:\/128)?)$/;

/**
 * Whether a set-up serves this machine alone, going by what the operator wrote and by nothing that a request says. A front server
 * (TRUST_PROXY) may stand before anything, unless it is on this machine and the site's own address says that it is a local one.
 */
export function isLocalSetUp(setUp: { host: string; publicUrl: string | null; trustProxy: string | null }): boolean {
  const { host, publicUrl, trustProxy } = setUp;
  if (!isLoopbackName(host)) return false;
  if (publicUrl !== null && !isLoopbackName(new URL(publicUrl).hostname)) return false;
  if (trustProxy === null) return true;
  return publicUrl !== null && trustProxy.split(',').every((network) => LOOPBACK_NETWORK.test(network.trim()));
}
