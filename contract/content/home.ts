// Site-wide data: statistics, data for the home page, and the settings that every page can read.
import { z } from 'zod';
import { endpoint } from '#contract/http.ts';
import { listQuery } from '#contract/pagination.ts';
import { announcement } from './announcements.ts';

export const getStats = endpoint({
  method: 'GET',
  path: '/api/stats',
  access: 'visitor',
  summary: 'Returns site statistics. `discordMembers` is null if no chat service is configured.',
  reply: z.object({
    totalUploads: z.int(),
    totalUsers: z.int(),
    discordMembers: z.int().nullable(),
    /**
     * Percentage of approved free resources whose licence allows personal and commercial use; null if there are no such
     * resources.
     */
    freeForAllUse: z.int().nullable(),
  }),
  fallback: 'Failed to load data',
});

export const listTags = endpoint({
  method: 'GET',
  path: '/api/tags',
  access: 'visitor',
  summary: 'Lists the 48 most-used tags, most used first.',
  query: z.strictObject(listQuery),
  whole: { search: ['name'] },
  reply: z.array(z.object({ name: z.string(), count: z.int() })),
  fallback: 'Failed to load data',
});

export const siteFacts = z.object({
  siteName: z.string(),
  siteDescription: z.string(),
  chatInviteUrl: z.string().nullable(),
  /** Base URL for API calls from the browser: the configured URL, or /api on this site (DL-13). */
  apiUrl: z.string(),
  demo: z.boolean(),
  /** Whether the site is in maintenance mode, in which only administrators can use it. */
  maintenance: z.boolean(),
  logo: z.string().nullable(),
  /** The accent colour as `#rrggbb`; `accentPath` returns the URL of its style sheet. */
  accentColor: z.string().nullable(),
  registrationOpen: z.boolean(),
  /** The announcement below the header. Omitted if no announcement is active or this browser has dismissed it. */
  announcement: announcement.optional(),
  /** Categories available for uploads. */
  categories: z.array(z.string()),
  /** Providers whose credentials are configured. The button of any other provider says that the provider is not set up. */
  providers: z.array(z.enum(['google', 'discord', 'patreon'])),
});
export type SiteFacts = z.infer<typeof siteFacts>;

export const getSiteFacts = endpoint({
  method: 'GET',
  path: '/api/site',
  access: 'visitor',
  summary: 'Returns the public site settings.',
  reply: siteFacts,
  fallback: 'Failed to load data',
});
