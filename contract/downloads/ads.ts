// Advertisements shown on the ad page (product.md DL-4).
import { z } from 'zod';
import { cleanText, endpoint, httpsLink, plainLine, timestamp, uuid, wholeInRange } from '#contract/http.ts';
import { listQuery } from '#contract/pagination.ts';
import { AD_ACTION_MAX_CHARACTERS, AD_TEXT_MAX_CHARACTERS, AD_TITLE_MAX_CHARACTERS, AD_WEIGHT_MAX } from './limits.ts';

const idParams = z.strictObject({ id: uuid });

const adFields = {
  title: plainLine(AD_TITLE_MAX_CHARACTERS),
  text: cleanText(AD_TEXT_MAX_CHARACTERS).trim(),
  action: plainLine(AD_ACTION_MAX_CHARACTERS),
  link: httpsLink,
  weight: wholeInRange(1, AD_WEIGHT_MAX),
  active: z.boolean(),
};

/** An advertisement with the fields that administrators see. */
export const adCreative = z.object({
  id: uuid,
  title: z.string(),
  text: z.string(),
  action: z.string(),
  link: z.string(),
  imageUrl: z.string().nullable(),
  weight: z.int(),
  active: z.boolean(),
  impressions: z.int(),
  clicks: z.int(),
  createdAt: timestamp,
});
export type AdCreative = z.infer<typeof adCreative>;

export const newAd = z.strictObject(adFields);
const adChange = newAd.partial();
export type AdChange = z.infer<typeof adChange>;

export const listAds = endpoint({
  method: 'GET',
  path: '/api/admin/ads',
  access: 'admin',
  summary: 'Lists all advertisements, newest first. Their counts can be up to five seconds behind.',
  query: z.strictObject(listQuery),
  whole: { search: ['title', 'text'], at: 'createdAt' },
  reply: z.array(adCreative),
  fallback: 'Failed to load data',
});

export const addAd = endpoint({
  method: 'POST',
  path: '/api/admin/ads',
  access: 'admin',
  summary: 'Adds an advertisement. Upload its image in a separate call.',
  body: newAd,
  reply: adCreative,
  status: 201,
  problems: ['LIST_FULL'],
  fallback: 'Failed to save the advertisement',
});

export const changeAd = endpoint({
  method: 'PUT',
  path: '/api/admin/ads/{id}',
  access: 'admin',
  summary: 'Edits an advertisement. Only the fields you send change.',
  params: idParams,
  body: adChange,
  reply: adCreative,
  problems: ['AD_NOT_FOUND'],
  fallback: 'Failed to save the advertisement',
});

export const patchAd = endpoint({ ...changeAd, method: 'PATCH' });

export const setAdImage = endpoint({
  method: 'PUT',
  path: '/api/admin/ads/{id}/image',
  access: 'admin',
  summary: 'Sets the image of an advertisement, sent as the file `image` in a form (multipart/form-data).',
  params: idParams,
  form: { fields: z.strictObject({}), files: ['image'] },
  reply: adCreative,
  problems: ['AD_NOT_FOUND', 'NOT_AN_IMAGE', 'TOO_LARGE', 'STORAGE_FULL'],
  fallback: 'Failed to save the image',
});

export const deleteAdImage = endpoint({
  method: 'DELETE',
  path: '/api/admin/ads/{id}/image',
  access: 'admin',
  summary: 'Removes the image of an advertisement.',
  params: idParams,
  reply: adCreative,
  problems: ['AD_NOT_FOUND'],
  fallback: 'Failed to save the image',
});

export const deleteAd = endpoint({
  method: 'DELETE',
  path: '/api/admin/ads/{id}',
  access: 'admin',
  summary: 'Deletes an advertisement along with its image and counts.',
  params: idParams,
  reply: null,
  status: 204,
  problems: ['AD_NOT_FOUND'],
  fallback: 'Failed to delete the advertisement',
});

export const countAdClick = endpoint({
  method: 'POST',
  path: '/api/ads/{id}/clicks',
  access: 'visitor',
  summary: 'Records a click on an advertisement. Does not redirect: advertisements link directly to the advertiser.',
  params: idParams,
  body: z.strictObject({}).optional(),
  reply: null,
  status: 204,
  problems: ['AD_NOT_FOUND'],
  fallback: 'Failed to load data',
});

/** The path avoids the word "ad", because ad blockers would otherwise hide the image even in the administrators' preview. */
export const getAdImage = endpoint({
  method: 'GET',
  path: '/public/creatives/{file}',
  access: 'visitor',
  summary: 'Returns the image of an advertisement.',
  params: z.strictObject({ file: z.string().regex(/^[0-9a-f]{32}\.webp$/) }),
  reply: null,
  sends: 'image/webp',
  problems: ['NOT_FOUND'],
  fallback: 'Failed to load data',
});
