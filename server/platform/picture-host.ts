// Where browsers get the public pictures of resources: from this site, or from the network that an administrator named.
import type { Settings } from './settings.ts';
import type { Viewer } from './viewer.ts';

/** A thumbnail's or a strip's address as every feature writes it; nothing else in an answer is one. */
const PICTURE = /^\/public\/thumbnails\/[0-9a-f-]{36}\/[0-9a-f]{16}-[0-9a-z]{3,5}\.(?:webp|jpg)$/;

const rewrite = (value: unknown, host: string): unknown => {
  if (typeof value === 'string') return PICTURE.test(value) ? host + value : value;
  if (Array.isArray(value)) return value.map((item) => rewrite(item, host));
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, rewrite(item, host)]));
};

/** What stands before the addresses of pictures, without a slash at its end; '' for this site. */
export function pictureHostOf(settings: Pick<Settings, 'last'>): string {
  return settings.last()?.cdnUrl.replace(/\/+$/, '') ?? '';
}

/** The host for somebody's pages. A network asks without their session, so it is sent no picture that only they may see. */
export type PictureHost = (viewer: Viewer | null) => string;

/** Leakers and administrators see what is not public: their pictures come from this site. */
export function hostForViewers(host: () => string): PictureHost {
  return (viewer) => (viewer?.role === 'LEAKER' || viewer?.role === 'ADMIN' ? '' : host());
}

/** An answer with its pictures' addresses at the host; the answer itself without one. */
export function withPictureHost(answer: unknown, host: string): unknown {
  return host ? rewrite(answer, host) : answer;
}

/** The policy with the host among those that pictures and clips may come from. */
export function policyWithHost(policy: string, host: string): string {
  return URL.canParse(host)
    ? policy.replaceAll(/\b(img-src|media-src) 'self'/g, `$1 'self' ${new URL(host).origin}`)
    : policy;
}
