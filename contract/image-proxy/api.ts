// Pictures from elsewhere, which browsers get from this site alone (product.md DL-9).
import { z } from 'zod';
import { cleanText, endpoint, uuid } from '#contract/http.ts';
import { REQUEST_LINK_MAX_CHARACTERS } from '#contract/requests/limits.ts';

export const getProxiedPicture = endpoint({
  method: 'GET',
  path: '/api/image-proxy',
  access: 'visitor',
  summary: 'A picture whose address the server itself stored for that resource or request, drawn anew.',
  query: z.strictObject({ url: cleanText(REQUEST_LINK_MAX_CHARACTERS), id: uuid }),
  reply: null,
  sends: 'image/webp',
  problems: ['PICTURE_NOT_STORED', 'PICTURE_UNREADABLE'],
  fallback: 'This picture cannot be shown.',
});
