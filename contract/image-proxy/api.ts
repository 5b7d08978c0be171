// Images from other sites, which browsers only ever load through this site (product.md DL-9).
import { z } from 'zod';
import { cleanText, endpoint, uuid } from '#contract/http.ts';
import { REQUEST_LINK_MAX_CHARACTERS } from '#contract/requests/limits.ts';

export const getProxiedPicture = endpoint({
  method: 'GET',
  path: '/api/image-proxy',
  access: 'visitor',
  summary: 'An external image whose URL the server stored for that resource or request, re-encoded.',
  query: z.strictObject({ url: cleanText(REQUEST_LINK_MAX_CHARACTERS), id: uuid }),
  reply: null,
  sends: 'image/webp',
  problems: ['PICTURE_NOT_STORED', 'PICTURE_UNREADABLE'],
  fallback: 'This image can’t be shown.',
});
