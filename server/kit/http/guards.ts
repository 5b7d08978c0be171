// Checks that apply to every request: policy headers and the origin of the request.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isLoopbackName } from '#server/kit/security/loopback.ts';
import { Problem } from './problem.ts';

/** quality.md, "Policy": no inline scripts, nothing from other sites. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Headers of every response. Responses that are sent outside Fastify set them on the raw reply. */
export function policyHeaders(secure: boolean): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(secure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  };
}

/**
 * Rejects a request with more than one Host header or none (RFC 9112, section 3.2), because two parsers could disagree on which
 * site it is for. Node accepts both cases. HTTP/1.0 has no Host header.
 */
export function requireOneHost({ rawHeaders, httpVersion }: Pick<IncomingMessage, 'rawHeaders' | 'httpVersion'>): void {
  const hosts = rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'host');
  if (hosts.length === 0 && httpVersion === '1.0') return;
  if (hosts.length !== 1 || hosts[0] === '') throw new Problem('BAD_REQUEST');
}

/** `.` and `..` as segments, plain or encoded, and backslashes, which URL parsers treat as slashes. */
const UNSETTLED_PATH = /\\|(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i;

/**
 * Whether every parser resolves a URL to the same path. Browsers send no other URLs. The router takes a path literally, while URL
 * parsers resolve dot segments and read `//name` as another host.
 */
export function isSettledAddress(address: string): boolean {
  const path = address.replace(/^https?:\/\/[^/?#]*/i, '').split(/[?#]/)[0] ?? '';
  return !path.startsWith('//') && !UNSETTLED_PATH.test(path);
}

/** Rejects an ambiguous URL, because an access decision for one interpretation would not hold for another. */
export function requireKnownAddress(address: string): void {
  if (!isSettledAddress(address)) throw new Problem('BAD_REQUEST');
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

let known = { publicUrl: '', origins: new Set<string>() };

/**
 * Origins that count as this site: that of PUBLIC_URL or, if its host is a loopback name, the same scheme and port with each of
 * the three loopback names.
 */
export function ownOrigins(publicUrl: string): Set<string> {
  if (known.publicUrl !== publicUrl) known = { publicUrl, origins: originsOf(publicUrl) };
  return known.origins;
}

const originsOf = (publicUrl: string): Set<string> => {
  const url = new URL(publicUrl);
  if (!isLoopbackName(url.hostname)) return new Set([url.origin]);
  const port = url.port ? `:${url.port}` : '';
  return new Set(['localhost', '127.0.0.1', '[::1]'].map((host) => `${url.protocol}//${host}${port}`));
};

/**
 * Rejects an unsafe request that a browser sent from another site. Browsers send Sec-Fetch-Site, and older browsers send Origin.
 * A request with neither header is not from a browser, so no session was attached to it automatically.
 */
export function requireSameOrigin(method: string, headers: IncomingHttpHeaders, origins: Set<string>): void {
  if (safeMethods.has(method)) return;
  const site = headers['sec-fetch-site'];
  if (site !== undefined) {
    if (site === 'same-origin' || site === 'none') return;
    throw new Problem('CROSS_SITE');
  }
  if (headers.origin !== undefined && !origins.has(headers.origin)) throw new Problem('CROSS_SITE');
}
