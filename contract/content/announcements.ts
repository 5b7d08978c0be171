// Announcements: the line under the header of all pages.
import { z } from 'zod';
import { endpoint, httpsLink, plainLine, timestamp, uuid } from '#contract/http.ts';
import { LINK_MAX_CHARACTERS } from '#contract/limits.ts';
import { listQuery } from '#contract/pagination.ts';
import { ANNOUNCEMENT_MAX_CHARACTERS } from './limits.ts';

const idParams = z.strictObject({ id: uuid });

/** A path of this site that every reader takes for the same page. */
const sitePath = z
  .string()
  .max(LINK_MAX_CHARACTERS)
  .regex(/^\/(?!\/)(?:(?!\/\/|\/\.{1,2}(?:[/?#]|$))[^\s\\])*$/);

const announcementLink = z.union([httpsLink, sitePath], {
  error: 'This must be a path of this site, or begin with https://.',
});

export const announcementStates = ['running', 'scheduled', 'over', 'paused'] as const;

const announcementFields = {
  text: plainLine(ANNOUNCEMENT_MAX_CHARACTERS),
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
