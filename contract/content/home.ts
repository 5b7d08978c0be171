// The site as a whole: its statistics, the home page's data, and the settings every page can read.
import { z } from 'zod';
import { endpoint } from '#contract/http.ts';
import { listQuery } from '#contract/pagination.ts';
import { announcement } from './announcements.ts';

export const getStats = endpoint({
  method: 'GET',
  path: '/api/stats',
  access: 'visitor',
  summary: 'Site statistics. `discordMembers` is null while no chat service is configured.',
  reply: z.object({
    totalUploads: z.int(),
    totalUsers: z.int(),
    discordMembers: z.int().nullable(),
    /** Percentage of approved free resources whose licence allows personal and commercial use; null without any. */
    freeForAllUse: z.int().nullable(),
  }),
  fallback: 'Failed to load data',
});

export const listTags = endpoint({
  method: 'GET',
  path: '/api/tags',
  access: 'visitor',
  summary: 'Lists the 48 most used tags, most used first.',
  query: z.strictObject(listQuery),
  whole: { search: ['name'] },
  reply: z.array(z.object({ name: z.string(), count: z.int() })),
  fallback: 'Failed to load data',
});

export const siteFacts = z.object({
  siteName: z.string(),
  siteDescription: z.string(),
  chatInviteUrl: z.string().nullable(),
  /** Base URL for the browser's API calls: the configured one, or this site's own /api (DL-13). */
  apiUrl: z.string(),
  demo: z.boolean(),
  /** Maintenance mode: only admins can use the site. */
  maintenance: z.boolean(),
  /** URL of the site's logo. */
  logo: z.string().nullable(),
  /** Chosen accent colour as `#rrggbb`; its style sheet is at `accentPath`. */
  accentColor: z.string().nullable(),
  /** Whether new users can register. */
  registrationOpen: z.boolean(),
  /** The line below the header; not set if nothing is announced or this browser has closed it. */
  announcement: announcement.optional(),
  /** Categories an upload can have. */
  categories: z.array(z.string()),
  /** Providers with credentials; buttons of the others say that they are not set up. */
  providers: z.array(z.enum(['google', 'discord', 'patreon'])),
});
export type SiteFacts = z.infer<typeof siteFacts>;

export const getSiteFacts = endpoint({
  method: 'GET',
  path: '/api/site',
  access: 'visitor',
  summary: 'Returns the site settings that every page can read.',
  reply: siteFacts,
  fallback: 'Failed to load data',
});
