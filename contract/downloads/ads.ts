// What the site shows of its own accord: advertisements on the ad page (product.md DL-4), and the line under the header.
import { z } from 'zod';
import { ANNOUNCEMENT_MAX_CHARACTERS } from '#contract/content/limits.ts';
import { cleanText, endpoint, timestamp, uuid, wholeInRange } from '#contract/http.ts';
import { LINK_MAX_CHARACTERS } from '#contract/limits.ts';
import { listQuery } from '#contract/pagination.ts';
import { AD_ACTION_MAX_CHARACTERS, AD_TEXT_MAX_CHARACTERS, AD_TITLE_MAX_CHARACTERS, AD_WEIGHT_MAX } from './limits.ts';

const idParams = z.strictObject({ id: uuid });

/** One line of text that can be seen. */
const line = (max: number) =>
  cleanText(max)
    .trim()
    .min(1, 'This must not be empty.')
    .regex(/^[^\r\n\t\u2028\u2029\u202a-\u202e\u2066-\u2069]*$/, 'This must be one line of plain text.')
    .regex(/[\p{L}\p{N}\p{P}\p{S}]/u, 'This needs a character that can be seen.');

/** An address at another site: https alone, and no name and password in it. */
const httpsLink = z
  .url({ protocol: /^https$/, error: 'This must be an address that begins with https://.' })
  .max(LINK_MAX_CHARACTERS)
  .regex(/^https:\/\/[^\s\\@/?#]+(?:[/?#][^\s\\]*)?$/i, 'This must be an address that begins with https://.');

/** A path of this site that every reader takes for the same page. */
const sitePath = z
  .string()
  .max(LINK_MAX_CHARACTERS)
  .regex(/^\/(?!\/)(?:(?!\/\/|\/\.{1,2}(?:[/?#]|$))[^\s\\])*$/);

const announcementLink = z.union([httpsLink, sitePath], {
  error: 'This must be a path of this site, or begin with https://.',
});

// ---- advertisements ----

const adFields = {
  title: line(AD_TITLE_MAX_CHARACTERS),
  text: cleanText(AD_TEXT_MAX_CHARACTERS).trim(),
  action: line(AD_ACTION_MAX_CHARACTERS),
  link: httpsLink,
  weight: wholeInRange(1, AD_WEIGHT_MAX),
  active: z.boolean(),
};

/** A creative as administrators see it. */
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
  summary: 'All advertisements, newest first. Counts of other processes may be five seconds old.',
  query: z.strictObject(listQuery),
  whole: { search: ['title', 'text'], at: 'createdAt' },
  reply: z.array(adCreative),
  fallback: 'Failed to load data',
});

export const addAd = endpoint({
  method: 'POST',
  path: '/api/admin/ads',
  access: 'admin',
  summary: 'Adds an advertisement; its picture comes by a call of its own.',
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
  summary: 'Changes what is sent of an advertisement.',
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
  summary: 'Gives an advertisement a picture, by a form (multipart/form-data) with the file `image`.',
  params: idParams,
  form: { fields: z.strictObject({}), files: ['image'] },
  reply: adCreative,
  problems: ['AD_NOT_FOUND', 'NOT_AN_IMAGE', 'TOO_LARGE', 'STORAGE_FULL'],
  fallback: 'Failed to save the picture',
});

export const deleteAdImage = endpoint({
  method: 'DELETE',
  path: '/api/admin/ads/{id}/image',
  access: 'admin',
  summary: 'Takes the picture of an advertisement away.',
  params: idParams,
  reply: adCreative,
  problems: ['AD_NOT_FOUND'],
  fallback: 'Failed to save the picture',
});

export const deleteAd = endpoint({
  method: 'DELETE',
  path: '/api/admin/ads/{id}',
  access: 'admin',
  summary: 'Deletes an advertisement with its counts and its picture.',
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
  summary: 'Counts that somebody has followed an advertisement; the link itself leads straight to its address.',
  params: idParams,
  body: z.strictObject({}).optional(),
  reply: null,
  status: 204,
  problems: ['AD_NOT_FOUND'],
  fallback: 'Failed to load data',
});

/** Not under a path with "ad" in it: what keeps advertisements out of a page would keep the administrator's preview out too. */
export const getAdImage = endpoint({
  method: 'GET',
  path: '/public/creatives/{file}',
  access: 'visitor',
  summary: 'The picture of an advertisement.',
  params: z.strictObject({ file: z.string().regex(/^[0-9a-f]{32}\.webp$/) }),
  reply: null,
  sends: 'image/webp',
  problems: ['NOT_FOUND'],
  fallback: 'Failed to load data',
});

// ---- announcements ----

export const announcementStates = ['running', 'scheduled', 'over', 'paused'] as const;

const announcementFields = {
  text: line(ANNOUNCEMENT_MAX_CHARACTERS),
  link: announcementLink.nullable(),
  active: z.boolean(),
  startsAt: timestamp,
  /** Null for one that has no end. */
  endsAt: timestamp.nullable(),
};

/** What pages show: the newest one that runs. */
export const announcement = z.object({ id: uuid, text: z.string(), link: z.string().nullable() });
export type Announcement = z.infer<typeof announcement>;

export const adminAnnouncement = announcement.extend({
  active: z.boolean(),
  startsAt: timestamp,
  endsAt: timestamp.nullable(),
  state: z.enum(announcementStates),
  /** Whether this is the one that pages show now. */
  isShown: z.boolean(),
});
export type AdminAnnouncement = z.infer<typeof adminAnnouncement>;

export const newAnnouncement = z.strictObject(announcementFields);
/** What a browser's field of date and time holds, read as UTC like all times of the administration. */
const typedTime = z
  .string()
  .regex(/^\d{4,6}-\d\d-\d\dT\d\d:\d\d$/, 'Enter a date and a time.')
  .transform((typed) => `${typed}:00.000Z`);

/** An announcement as it is typed into a form. */
export const typedAnnouncement = newAnnouncement.extend({ startsAt: typedTime, endsAt: typedTime.nullable() });

const announcementChange = newAnnouncement.partial();
export type AnnouncementChange = z.infer<typeof announcementChange>;

export const listAnnouncements = endpoint({
  method: 'GET',
  path: '/api/admin/announcements',
  access: 'admin',
  summary: 'All announcements, the latest start first.',
  query: z.strictObject(listQuery),
  whole: { search: ['text'] },
  reply: z.array(adminAnnouncement),
  fallback: 'Failed to load data',
});

export const addAnnouncement = endpoint({
  method: 'POST',
  path: '/api/admin/announcements',
  access: 'admin',
  summary: 'Announces something on all pages from its start to its end.',
  body: newAnnouncement,
  reply: adminAnnouncement,
  status: 201,
  problems: ['LIST_FULL'],
  fallback: 'Failed to save the announcement',
});

export const changeAnnouncement = endpoint({
  method: 'PUT',
  path: '/api/admin/announcements/{id}',
  access: 'admin',
  summary: 'Changes what is sent of an announcement. Whoever has closed it does not see it again.',
  params: idParams,
  body: announcementChange,
  reply: adminAnnouncement,
  problems: ['ANNOUNCEMENT_NOT_FOUND'],
  fallback: 'Failed to save the announcement',
});

export const patchAnnouncement = endpoint({ ...changeAnnouncement, method: 'PATCH' });

export const deleteAnnouncement = endpoint({
  method: 'DELETE',
  path: '/api/admin/announcements/{id}',
  access: 'admin',
  summary: 'Deletes an announcement.',
  params: idParams,
  reply: null,
  status: 204,
  problems: ['ANNOUNCEMENT_NOT_FOUND'],
  fallback: 'Failed to delete the announcement',
});
