// Images from other sites. Browsers load them only through this site (product.md DL-9).
import { z } from 'zod';
import { cleanText, endpoint, uuid } from '#contract/http.ts';
import { REQUEST_LINK_MAX_CHARACTERS } from '#contract/requests/limits.ts';

export const getProxiedPicture = endpoint({
  method: 'GET',
  path: '/api/image-proxy',
  access: 'visitor',
  summary:
    'Returns a re-encoded copy of an external image. Its URL must be one the server has stored for the given resource or request.',
  query: z.strictObject({ url: cleanText(REQUEST_LINK_MAX_CHARACTERS), id: uuid }),
  reply: null,
  sends: 'image/webp',
  problems: ['PICTURE_NOT_STORED', 'PICTURE_UNREADABLE'],
  fallback: 'This image can’t be shown.',
});
