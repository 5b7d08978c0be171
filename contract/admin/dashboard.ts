// The admin dashboard: site statistics, pending decisions and search.
import { z } from 'zod';
import { presentedRole } from '#contract/accounts/api.ts';
import { cleanText, endpoint, timestamp, uuid } from '#contract/http.ts';
import { listQuery } from '#contract/pagination.ts';
import { SEARCH_MAX_CHARACTERS } from '#contract/resources/limits.ts';
import { uploadStatus } from '#contract/uploads/sessions.ts';

/** A UTC day, e.g. "2026-11-22". */
const day = z.iso.date();
const failed = 'Failed to fetch dashboard data';

/** Count for one day (specification, section 3). */
const daily = z.object({ createdAt: day, _count: z.int() });
const four = <T extends z.ZodType>(of: T) =>
  z.object({ totalUsers: of, premiumUsers: of, totalLeakers: of, totalUploads: of });

export const adminStats = z.object({
  /** First and last day of the daily series. */
  range: z.object({ from: day, to: day }),
  overview: four(z.int()),
  /** Percentage change over the past month; null if the value a month ago was zero. */
  growth: four(z.int().nullable()),
  roleDistribution: z.array(z.object({ role: presentedRole, _count: z.int() })),
  /** Number of published resources per category, largest first. */
  categories: z.array(z.object({ category: z.string(), _count: z.int() })),
  trends: z.object({
    users: z.array(daily),
    uploads: z.array(daily),
    downloads: z.array(daily),
    premium: z.array(daily),
  }),
  /** Totals at the end of each day in `range`. */
  standing: z.object({
    users: z.array(z.int()),
    premium: z.array(z.int()),
    leakers: z.array(z.int()),
    uploads: z.array(z.int()),
  }),
});
export type AdminStats = z.infer<typeof adminStats>;

export const getAdminStats = endpoint({
  method: 'GET',
  path: '/api/admin/stats',
  access: 'admin',
  summary:
    'Returns the number of users, Premium users, leakers and uploads, their growth over the past month, and daily counts (for the last 30 days by default).',
  query: z.strictObject({ from: day.optional(), to: day.optional() }),
  reply: adminStats,
  fallback: failed,
});

export const siteServerStats = z.object({
  systemInfo: z.object({
    hostname: z.string(),
    platform: z.string(),
    type: z.string(),
    /** Uptime in seconds. */
    uptime: z.number(),
    totalMemory: z.int(),
    freeMemory: z.int(),
    loadAvg: z.array(z.number()),
    cpus: z.array(z.object({ model: z.string(), speed: z.number() })),
  }),
  /** Sizes in bytes of the disk that stores uploaded files. */
  diskStats: z.object({ used: z.int(), total: z.int(), free: z.int() }),
  /** Total number of files in all resources. Very high numbers are estimated by the database (`isEstimate`). */
  dirStats: z.object({ fileCount: z.int(), isEstimate: z.boolean() }),
});
export type SiteServerStats = z.infer<typeof siteServerStats>;

export const getSiteServerStats = endpoint({
  method: 'GET',
  path: '/api/admin/server-stats',
  access: 'admin',
  summary:
    "Returns the server's uptime, load, processors and memory, the space on its storage disk, and the number of stored files.",
  reply: siteServerStats,
  fallback: failed,
});

export const activityType = z.enum([
  'USER_REGISTRATION',
  'UPLOAD',
  'DOWNLOAD',
  'LOGIN',
  'PREMIUM_PURCHASE',
  'APPLICATION',
]);
export type ActivityType = z.infer<typeof activityType>;

export const activityEntry = z.object({
  id: uuid,
  type: activityType,
  /** Username; null for a visitor. */
  user: z.string().nullable(),
  details: z.string(),
  timestamp,
});
export type ActivityEntry = z.infer<typeof activityEntry>;

const activityFilter = { type: activityType.optional(), search: cleanText(SEARCH_MAX_CHARACTERS).optional() };

export const listActivity = endpoint({
  method: 'GET',
  path: '/api/admin/activity',
  access: 'admin',
  summary:
    'Lists user activity, newest first, optionally filtered by type and user. The X-Total-Count header has the total, or 10,001 if there are more than 10,000.',
  query: z.strictObject({ ...listQuery, ...activityFilter }),
  reply: z.array(activityEntry),
  fallback: failed,
});

export const exportActivity = endpoint({
  method: 'GET',
  path: '/api/admin/activity/export',
  access: 'admin',
  summary: 'Exports user activity as CSV. Takes the same filters as the list, without pagination.',
  query: z.strictObject(activityFilter),
  reply: null,
  sends: 'text/csv',
  problems: ['CONFIRMATION_REQUIRED'],
  fallback: 'The activity could not be exported. Please try again.',
});

export const adminSearch = z.object({
  users: z.array(z.object({ id: uuid, username: z.string(), email: z.string(), role: presentedRole })),
  uploads: z.array(z.object({ id: uuid, title: z.string(), leaker: z.string(), status: uploadStatus })),
  applications: z.array(z.object({ id: uuid, username: z.string(), status: uploadStatus, createdAt: timestamp })),
});
export type AdminSearch = z.infer<typeof adminSearch>;

export const searchAll = endpoint({
  method: 'GET',
  path: '/api/admin/search',
  access: 'admin',
  summary:
    'Searches users, uploads and applications by name, email, title or ID and returns the first few matches of each. "#" plus seven characters matches the start of an ID.',
  query: z.strictObject({ q: cleanText(SEARCH_MAX_CHARACTERS) }),
  reply: adminSearch,
  fallback: 'The search failed. Please try again.',
});

const queue = z.object({ count: z.int(), /** When the oldest item arrived. */ oldest: timestamp.nullable() });

export const waiting = z.object({ applications: queue, uploads: queue, reports: queue, requests: queue });
export type Waiting = z.infer<typeof waiting>;

export const getWaiting = endpoint({
  method: 'GET',
  path: '/api/admin/waiting',
  access: 'admin',
  summary: 'Returns the number of items waiting for a decision and when the oldest ones arrived.',
  reply: waiting,
  fallback: 'Pending items could not be loaded. Please try again.',
});

export const about = z.object({
  version: z.string(),
  /** When the pages were built; null if they are served from source. */
  builtAt: timestamp.nullable(),
  database: z.object({
    version: z.string(),
    /** `embedded` is the database bundled with the site, `external` a separate server. */
    kind: z.enum(['embedded', 'external']),
    bytes: z.int(),
    migrations: z.int(),
    lastMigration: z.string(),
  }),
  runtime: z.object({ node: z.string(), platform: z.string(), startedAt: timestamp, mode: z.string() }),
  /** Where files are stored, with sizes in bytes; sizes are null for object storage. */
  storage: z.object({
    kind: z.enum(['local', 's3', 'gcs']),
    free: z.int().nullable(),
    total: z.int().nullable(),
  }),
  /** Version of ffmpeg; null if it is not installed. */
  mediaTools: z.string().nullable(),
  mail: z.enum(['smtp', 'outbox']),
  providers: z.array(z.enum(['google', 'discord', 'patreon'])),
  supportContact: z.string().nullable(),
});
export type About = z.infer<typeof about>;

export const getAbout = endpoint({
  method: 'GET',
  path: '/api/admin/about',
  access: 'admin',
  summary: "Returns the site's version, database, runtime and configured services.",
  reply: about,
  fallback: 'Site information could not be loaded. Please try again.',
});
