// Announcements, shown in a line below the header on every page.
import { z } from 'zod';
import { endpoint, httpsLink, plainLine, timestamp, uuid } from '#contract/http.ts';
import { LINK_MAX_CHARACTERS } from '#contract/limits.ts';
import { listQuery } from '#contract/pagination.ts';
import { ANNOUNCEMENT_MAX_CHARACTERS } from './limits.ts';

const idParams = z.strictObject({ id: uuid });

/** A path on this site that every URL parser resolves to the same page. */
const sitePath = z
  .string()
  .max(LINK_MAX_CHARACTERS)
  .regex(/^\/(?!\/)(?:(?!\/\/|\/\.{1,2}(?:[/?#]|$))[^\s\\])*$/);

const announcementLink = z.union([httpsLink, sitePath], {
  error: 'Enter a path on this site or a link that starts with https://.',
});

export const announcementStates = ['running', 'scheduled', 'over', 'paused'] as const;

const announcementFields = {
  text: plainLine(ANNOUNCEMENT_MAX_CHARACTERS),
  link: announcementLink.nullable(),
  active: z.boolean(),
  startsAt: timestamp,
  /** Null if the announcement does not expire. */
  endsAt: timestamp.nullable(),
};

/** The announcement shown on all pages. Only the newest active announcement is shown. */
export const announcement = z.object({ id: uuid, text: z.string(), link: z.string().nullable() });
export type Announcement = z.infer<typeof announcement>;

export const adminAnnouncement = announcement.extend({
  active: z.boolean(),
  startsAt: timestamp,
  endsAt: timestamp.nullable(),
  state: z.enum(announcementStates),
  /** Whether pages currently show this announcement. */
  isShown: z.boolean(),
});
export type AdminAnnouncement = z.infer<typeof adminAnnouncement>;

export const newAnnouncement = z.strictObject(announcementFields);
/** Value of a datetime-local field, interpreted as UTC like all times in the admin panel. */
const typedTime = z
  .string()
  .regex(/^\d{4,6}-\d\d-\d\dT\d\d:\d\d$/, 'Enter a date and time.')
  .transform((typed) => `${typed}:00.000Z`);

/** An announcement as submitted by a form. */
export const typedAnnouncement = newAnnouncement.extend({ startsAt: typedTime, endsAt: typedTime.nullable() });

const announcementChange = newAnnouncement.partial();
export type AnnouncementChange = z.infer<typeof announcementChange>;

export const listAnnouncements = endpoint({
  method: 'GET',
  path: '/api/admin/announcements',
  access: 'admin',
  summary: 'Lists all announcements by start date, latest first.',
  query: z.strictObject(listQuery),
  whole: { search: ['text'] },
  reply: z.array(adminAnnouncement),
  fallback: 'Failed to load data',
});

export const addAnnouncement = endpoint({
  method: 'POST',
  path: '/api/admin/announcements',
  access: 'admin',
  summary: 'Creates an announcement that is shown on all pages between its start and end times.',
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
  summary: 'Updates the given fields of an announcement. People who dismissed it will not see it again.',
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
