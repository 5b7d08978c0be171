// The site itself: its measured numbers, what the home page gathers, and the settings that every page may know.
import { z } from 'zod';
import { endpoint } from '#contract/http.ts';
import { listQuery } from '#contract/pagination.ts';
import { announcement } from './announcements.ts';

export const getStats = endpoint({
  method: 'GET',
  path: '/api/stats',
  access: 'visitor',
  summary: 'Measured numbers of the site. `discordMembers` is null while no chat service is configured.',
  reply: z.object({
    totalUploads: z.int(),
    totalUsers: z.int(),
    discordMembers: z.int().nullable(),
    /** Share in percent of approved free resources whose licence allows personal and commercial use; null without any. */
    freeForAllUse: z.int().nullable(),
  }),
  fallback: 'Failed to load data',
});

export const listTags = endpoint({
  method: 'GET',
  path: '/api/tags',
  access: 'visitor',
  summary: 'The 48 most used tags, most used first.',
  query: z.strictObject(listQuery),
  whole: { search: ['name'] },
  reply: z.array(z.object({ name: z.string(), count: z.int() })),
  fallback: 'Failed to load data',
});

export const siteFacts = z.object({
  siteName: z.string(),
  siteDescription: z.string(),
  chatInviteUrl: z.string().nullable(),
  /** Where the browser sends its calls: the configured address, or this site's own /api (DL-13). */
  apiUrl: z.string(),
  demo: z.boolean(),
  /** Whether the site is closed to everybody but administrators. */
  maintenance: z.boolean(),
  /** Address of the site's own logo. */
  logo: z.string().nullable(),
  /** `#rrggbb` of the chosen accent; its style sheet is `accentPath`. */
  accentColor: z.string().nullable(),
  /** Whether new people may register. */
  registrationOpen: z.boolean(),
  /** The line under the header; none while nothing is announced, or this browser has closed it. */
  announcement: announcement.optional(),
  /** What an upload can be put under. */
  categories: z.array(z.string()),
  /** Third parties with credentials: the others' buttons say that they are not set up. */
  providers: z.array(z.enum(['google', 'discord', 'patreon'])),
});
export type SiteFacts = z.infer<typeof siteFacts>;

export const getSiteFacts = endpoint({
  method: 'GET',
  path: '/api/site',
  access: 'visitor',
  summary: 'What every page may know of the site.',
  reply: siteFacts,
  fallback: 'Failed to load data',
});
