// Where browsers load resources' public images from: this site, or the CDN that an administrator has set.
import type { Settings } from './settings.ts';
import type { Viewer } from './viewer.ts';

/** Path of a thumbnail or preview strip, in the form that all features use. No other text in a reply matches it. */
const PICTURE = /^\/public\/thumbnails\/[0-9a-f-]{36}\/[0-9a-f]{16}-[0-9a-z]{3,5}\.(?:webp|jpg)$/;

const rewrite = (value: unknown, host: string): unknown => {
  if (typeof value === 'string') return PICTURE.test(value) ? host + value : value;
  if (Array.isArray(value)) return value.map((item) => rewrite(item, host));
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, rewrite(item, host)]));
};

/** Prefix for image paths, without a trailing slash; '' for this site. */
export function pictureHostOf(settings: Pick<Settings, 'last'>): string {
  return settings.last()?.cdnUrl.replace(/\/+$/, '') ?? '';
}

/** Returns the image host for a viewer. The CDN has no session, so it cannot load images that are not public. */
export type PictureHost = (viewer: Viewer | null) => string;

/** Leakers and administrators also see unpublished images, so they load all images from this site. */
export function hostForViewers(host: () => string): PictureHost {
  return (viewer) => (viewer?.role === 'LEAKER' || viewer?.role === 'ADMIN' ? '' : host());
}

/** Returns a reply with its image paths prefixed by the host; unchanged if the host is ''. */
export function withPictureHost(answer: unknown, host: string): unknown {
  return host ? rewrite(answer, host) : answer;
}

/** Adds the host to the policy's sources for images and videos. */
export function policyWithHost(policy: string, host: string): string {
  return URL.canParse(host)
    ? policy.replaceAll(/\b(img-src|media-src) 'self'/g, `$1 'self' ${new URL(host).origin}`)
    : policy;
}
