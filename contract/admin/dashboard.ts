// The panel of administrators: what it shows of the whole site, what waits for a decision, and how it is searched.
import { z } from 'zod';
import { presentedRole } from '#contract/accounts/api.ts';
import { cleanText, endpoint, timestamp, uuid } from '#contract/http.ts';
import { listQuery } from '#contract/pagination.ts';
import { SEARCH_MAX_CHARACTERS } from '#contract/resources/limits.ts';
import { uploadStatus } from '#contract/uploads/sessions.ts';

/** A day in UTC, "2026-11-22". */
const day = z.iso.date();
const failed = 'Failed to fetch dashboard data';

/** How many of something a day had (specification, section 3). */
const daily = z.object({ createdAt: day, _count: z.int() });
const four = <T extends z.ZodType>(of: T) =>
  z.object({ totalUsers: of, premiumUsers: of, totalLeakers: of, totalUploads: of });

export const adminStats = z.object({
  /** First and last day of the trends. */
  range: z.object({ from: day, to: day }),
  overview: four(z.int()),
  /** Percent against a month before; null where there was nothing then. */
  growth: four(z.int().nullable()),
  roleDistribution: z.array(z.object({ role: presentedRole, _count: z.int() })),
  /** Resources that everybody sees, most first. */
  categories: z.array(z.object({ category: z.string(), _count: z.int() })),
  trends: z.object({
    users: z.array(daily),
    uploads: z.array(daily),
    downloads: z.array(daily),
    premium: z.array(daily),
  }),
  /** What there was at the end of each day of the range. */
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
  summary: 'Totals, their growth within a month, and what each day brought: the last 30 days unless others are named.',
  query: z.strictObject({ from: day.optional(), to: day.optional() }),
  reply: adminStats,
  fallback: failed,
});

export const siteServerStats = z.object({
  systemInfo: z.object({
    hostname: z.string(),
    platform: z.string(),
    type: z.string(),
    /** Seconds. */
    uptime: z.number(),
    totalMemory: z.int(),
    freeMemory: z.int(),
    loadAvg: z.array(z.number()),
    cpus: z.array(z.object({ model: z.string(), speed: z.number() })),
  }),
  /** Bytes of the disk that files are kept on. */
  diskStats: z.object({ used: z.int(), total: z.int(), free: z.int() }),
  /** Files of all resources; of very many the number is the database's estimate. */
  dirStats: z.object({ fileCount: z.int(), isEstimate: z.boolean() }),
});
export type SiteServerStats = z.infer<typeof siteServerStats>;

export const getSiteServerStats = endpoint({
  method: 'GET',
  path: '/api/admin/server-stats',
  access: 'admin',
  summary: 'The machine: processors, memory, the disk of the files, how many there are.',
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
    'What people did, newest first, by type and person; the total is in X-Total-Count, 10,001 when there are more than 10,000.',
  query: z.strictObject({ ...listQuery, ...activityFilter }),
  reply: z.array(activityEntry),
  fallback: failed,
});

export const exportActivity = endpoint({
  method: 'GET',
  path: '/api/admin/activity/export',
  access: 'admin',
  summary: 'The same list, whole, as CSV.',
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
  summary: 'A few users, uploads and applications by name, address, title or id; "#" and seven characters begin an id.',
  query: z.strictObject({ q: cleanText(SEARCH_MAX_CHARACTERS) }),
  reply: adminSearch,
  fallback: 'The search failed. Please try again.',
});

const queue = z.object({ count: z.int(), /** Since when the first of them waits. */ oldest: timestamp.nullable() });

export const waiting = z.object({ applications: queue, uploads: queue, reports: queue, requests: queue });
export type Waiting = z.infer<typeof waiting>;

export const getWaiting = endpoint({
  method: 'GET',
  path: '/api/admin/waiting',
  access: 'admin',
  summary: 'What waits for a decision.',
  reply: waiting,
  fallback: 'What waits for a decision could not be loaded.',
});

export const about = z.object({
  version: z.string(),
  /** When the pages were built; null while they run unbuilt. */
  builtAt: timestamp.nullable(),
  database: z.object({
    version: z.string(),
    /** Comes with the site, or stands by itself. */
    kind: z.enum(['embedded', 'external']),
    bytes: z.int(),
    migrations: z.int(),
    lastMigration: z.string(),
  }),
  runtime: z.object({ node: z.string(), platform: z.string(), startedAt: timestamp, mode: z.string() }),
  /** Where files are kept; how much room there is, unless a service sells it. */
  storage: z.object({
    kind: z.enum(['local', 's3', 'gcs']),
    free: z.int().nullable(),
    total: z.int().nullable(),
  }),
  /** Version of ffmpeg; null without it. */
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
  summary: 'Version, database and runtime, and what is set up.',
  reply: about,
  fallback: 'The facts of this site could not be loaded.',
});
