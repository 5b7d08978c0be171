// Endpoints for search engines, feed readers and other sites: robots, sitemap, feed, security contact, share images.
import { z } from 'zod';
import { endpoint, username } from '#contract/http.ts';
import { SHARE_CARD_KINDS } from './og-images.ts';

/** `<kind>-<number of parts>-<zero-based index of this part>`. */
const SITEMAP_PART = /^(?:pages|resources|profiles|collections|threads)-[1-9][0-9]{0,5}-(?:0|[1-9][0-9]{0,5})$/;

export const getRobots = endpoint({
  method: 'GET',
  path: '/robots.txt',
  access: 'visitor',
  summary: 'Returns robots.txt, which tells crawlers what they may read and where the sitemap is.',
  reply: null,
  sends: 'text/plain',
  fallback: 'Failed to load data',
});

export const getSitemap = endpoint({
  method: 'GET',
  path: '/sitemap.xml',
  access: 'visitor',
  summary: 'Returns the sitemap index or, with `part`, the URLs in that part.',
  query: z.strictObject({ part: z.string().max(40).regex(SITEMAP_PART, 'This part is not valid.').optional() }),
  reply: null,
  sends: 'application/xml',
  problems: ['NOT_FOUND'],
  fallback: 'Failed to load data',
});

export const getFeed = endpoint({
  method: 'GET',
  path: '/feed.xml',
  access: 'visitor',
  summary: "Returns the 50 newest approved resources as RSS 2.0. With `author`, returns only that leaker's.",
  query: z.strictObject({ author: username.optional() }),
  reply: null,
  sends: 'application/rss+xml',
  problems: ['PROFILE_NOT_FOUND'],
  fallback: 'Failed to load data',
});

export const getSecurityContact = endpoint({
  method: 'GET',
  path: '/.well-known/security.txt',
  access: 'visitor',
  summary: 'Returns security.txt, which says where to report security issues (RFC 9116).',
  reply: null,
  sends: 'text/plain',
  fallback: 'Failed to load data',
});

export const getShareCard = endpoint({
  method: 'GET',
  path: '/public/cards/{kind}/{id}/{file}',
  access: 'visitor',
  summary: "Returns the share image of a page. Its URL is in the page's metadata.",
  params: z.strictObject({
    kind: z.enum(SHARE_CARD_KINDS),
    id: z
      .string()
      .max(60)
      .regex(/^[a-z0-9][a-z0-9-]*$/, 'This ID is not valid.'),
    file: z.string().regex(/^[0-9a-f]{14}\.jpg$/, 'This name is not valid.'),
  }),
  reply: null,
  sends: 'image/jpeg',
  fallback: 'Nothing was found at this URL.',
});
