import { join } from 'node:path';
import * as contract from '#contract/admin/dashboard.ts';
import { ADMIN_ROWS_PER_PAGE } from '#contract/admin/limits.ts';
import { MOST_COUNTED_HITS } from '#contract/limits.ts';
import type { Deps } from '#server/deps.ts';
import { requireConfirmed } from '#server/features/accounts/public.ts';
import { readResourcePage } from '#server/features/resources/public.ts';
import { createMemory } from '#server/kit/db/cache.ts';
import { readListCounts } from '#server/kit/db/list-counts.ts';
import { pageThrough, sendCsv } from '#server/kit/http/csv.ts';
import { readDirection } from '#server/kit/http/list-query.ts';
import { noteExport } from '#server/platform/export-note.ts';
import { answer, answerExchange, type Route } from '#server/platform/serve.ts';
import { presentRole, signedIn } from '#server/platform/viewer.ts';
import { readBuild, readDisk, readMachine } from './machine.ts';
import { measure } from './measuring.ts';
import * as queries from './queries.ts';
import { dayOf, idRange, readRange } from './rules.ts';

/** How long site-wide statistics are cached. */
const KEPT_MS = 10_000;
/** Number of date ranges to cache. */
const KEPT_RANGES = 50;
/** Search hits shown per kind. */
const SEARCH_HITS = 5;
/** Maximum number of users whose activity is searched, because a short search term can match many names. */
const PEOPLE_SEARCHED = 50;

const startedAt = new Date();

export function dashboardRoutes(deps: Deps): Route[] {
  const { db } = deps;
  const stats = createMemory<contract.AdminStats>({ max: KEPT_RANGES, ttlMs: KEPT_MS });
  const files = createMemory<{ fileCount: number; isEstimate: boolean }>({ max: 1, ttlMs: KEPT_MS });
  deps.bus.onReset(stats.clear);

  // Blank text counts as no search term.
  const readFilter = async ({
    type,
    search,
  }: {
    type?: string | undefined;
    search?: string | undefined;
  }): Promise<queries.ActivityFilter> => {
    const text = search?.trim();
    if (!text) return { type };
    const ids = idRange(text);
    const people = await queries.searchUsers(db, text, ids, PEOPLE_SEARCHED, deps.now());
    return { type, people: people.map(({ id }) => id), ids };
  };

  // A check constraint ensures that the types match the contract.
  const presentActivity = ({ at, type, ...row }: queries.SiteActivityRow): contract.ActivityEntry => ({
    id: row.id,
    type: type as contract.ActivityType,
    user: row.user,
    details: row.details,
    timestamp: at.toISOString(),
  });

  return [
    answer(contract.getAdminStats, async ({ query }) => {
      const range = readRange(query, dayOf(deps.now()));
      return stats.get(`${range.from} ${range.to}`, () => measure(deps, range));
    }),

    answer(contract.getSiteServerStats, async () => {
      const { dataDir, storage } = deps.config;
      const [systemInfo, diskStats, dirStats] = await Promise.all([
        readMachine(),
        // The files folder may be mounted separately.
        readDisk(storage.kind === 'disk' ? join(dataDir, 'files') : dataDir),
        files.get('', () => queries.countAllFiles(db, MOST_COUNTED_HITS)),
      ]);
      return { systemInfo, diskStats, dirStats };
    }),

    answer(contract.listActivity, async ({ query, setHeader }) => {
      const filter = await readFilter(query);
      const page = readResourcePage(query, ADMIN_ROWS_PER_PAGE);
      // A total above the limit means that there are more entries than the pages can show.
      const total = await queries.countSiteActivity(db, filter, MOST_COUNTED_HITS + 1);
      setHeader('x-total-count', String(total));
      const left = Math.max(0, Math.min(page.limit, MOST_COUNTED_HITS - page.offset));
      if (left === 0 || page.offset >= total) return [];
      return (
        await queries.listSiteActivity(db, filter, {
          limit: left,
          offset: page.offset,
          direction: readDirection(query.sort),
        })
      ).map(presentActivity);
    }),

    answerExchange(contract.exportActivity, async ({ query, ...caller }, { request, reply }) => {
      await requireConfirmed(deps, signedIn(caller.viewer));
      await noteExport(deps, request, caller, { list: 'activity', filter: query });
      const filter = await readFilter(query);
      return sendCsv<queries.SiteActivityRow>(reply, {
        name: `activity-${dayOf(deps.now())}.csv`,
        columns: [
          { header: 'id', value: ({ id }) => id },
          { header: 'type', value: ({ type }) => type },
          { header: 'user', value: ({ user }) => user },
          { header: 'details', value: ({ details }) => details },
          { header: 'timestamp', value: ({ at }) => at },
        ],
        rows: pageThrough((last, limit) => queries.findActivityAfter(db, filter, last, limit)),
      });
    }),

    answer(contract.searchAll, async ({ query }) => {
      const text = query.q.trim();
      if (text === '') return { users: [], uploads: [], applications: [] };
      const ids = idRange(text);
      const [people, uploads] = await Promise.all([
        queries.searchUsers(db, text, ids, SEARCH_HITS, deps.now()),
        queries.searchUploads(db, text, ids, SEARCH_HITS),
      ]);
      const applicants = { ids, people: people.map(({ id }) => id) };
      const applications = await queries.searchApplications(db, applicants, SEARCH_HITS);
      return {
        users: people.map(({ isPremium, role, ...person }) => ({ ...person, role: presentRole(role, isPremium) })),
        uploads: uploads.map((upload) => ({
          ...upload,
          status: upload.status as contract.AdminSearch['uploads'][0]['status'],
        })),
        applications: applications.map((application) => ({
          ...application,
          status: application.status as contract.AdminSearch['applications'][0]['status'],
          createdAt: application.createdAt.toISOString(),
        })),
      };
    }),

    answer(contract.getWaiting, async () => {
      const [applications, uploads, requests, oldest] = await Promise.all([
        readListCounts(db, 'leaker_applications'),
        readListCounts(db, 'resources'),
        readListCounts(db, 'resource_requests'),
        queries.findWaiting(db, MOST_COUNTED_HITS),
      ]);
      const queue = (count: number, at: Date | null) => ({ count, oldest: at?.toISOString() ?? null });
      return {
        applications: queue(applications.PENDING ?? 0, oldest.application),
        uploads: queue(uploads.PENDING ?? 0, oldest.upload),
        reports: queue(oldest.reports, oldest.report),
        requests: queue(requests.Pending ?? 0, oldest.request),
      };
    }),

    answer(contract.getAbout, async () => {
      const { config } = deps;
      const [build, database, space, { supportContact }] = await Promise.all([
        readBuild(config.projectDir),
        queries.describeDatabase(db),
        deps.storage.partials.space(),
        deps.settings.get(),
      ]);
      return {
        ...build,
        database: {
          version: database.version,
          kind: config.databaseUrl ? ('external' as const) : ('embedded' as const),
          bytes: database.bytes,
          migrations: database.migrations,
          lastMigration: database.last ?? '',
        },
        runtime: {
          node: process.version,
          platform: `${process.platform} ${process.arch}`,
          startedAt: startedAt.toISOString(),
          mode: config.mode,
        },
        storage: {
          kind: config.storage.kind === 'disk' ? ('local' as const) : config.storage.kind,
          free: space?.free ?? null,
          total: space?.total ?? null,
        },
        mediaTools: deps.media?.version.replace(/ Copyright.*/, '') ?? null,
        mail: config.smtpUrl ? ('smtp' as const) : ('outbox' as const),
        providers: (['google', 'discord', 'patreon'] as const).filter((name) => config.providers[name]),
        supportContact,
      };
    }),
  ];
}
