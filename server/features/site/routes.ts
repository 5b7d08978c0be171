import { HOME_TAGS } from '#contract/limits.ts';
import * as contract from '#contract/site.ts';
import type { Deps } from '../../deps.ts';
import { createMemory } from '../../kit/remember.ts';
import { answer, type Route } from '../../kit/serve.ts';
import { logoUrl } from '../administration/rules.ts';
import { type Announcing, CLOSED_COOKIE } from '../announcements/events.ts';
import { countFreeForAllUse, countResources, countUsers, findFacets } from '../resources/queries.ts';
import { commercialLicences } from '../resources/rules.ts';
import { demoIsPresent } from './queries.ts';

const STATS_KEPT_MS = 60_000;

export const siteRoutes = (deps: Deps & { announcing: Announcing }): Route[] => {
  const { db } = deps;
  const stats = createMemory<{ totalUploads: number; totalUsers: number; freeForAllUse: number | null }>({
    max: 1,
    ttlMs: STATS_KEPT_MS,
  });
  const demo = createMemory<{ present: boolean }>({ max: 1, ttlMs: STATS_KEPT_MS });
  for (const memory of [stats, demo]) {
    deps.bus.subscribe('resources', memory.clear);
    deps.bus.onReset(memory.clear);
  }

  const measure = async () => {
    const [totalUploads, totalUsers, { free, open }] = await Promise.all([
      countResources(db),
      countUsers(db),
      countFreeForAllUse(db, commercialLicences),
    ]);
    return { totalUploads, totalUsers, freeForAllUse: free === 0 ? null : Math.floor((100 * open) / free) };
  };

  const configured = (['google', 'discord', 'patreon'] as const).filter((name) => deps.config.providers[name]);

  return [
    answer(contract.getStats, async () => ({ ...(await stats.get('', measure)), discordMembers: null })),
    answer(contract.listTags, () => findFacets(db, 'tag', HOME_TAGS)),
    answer(contract.getSiteFacts, async ({ cookies }) => {
      const [settings, { present }, announcement] = await Promise.all([
        deps.settings.get(),
        demo.get('', async () => ({ present: await demoIsPresent(db) })),
        deps.announcing.shownTo(cookies[CLOSED_COOKIE]),
      ]);
      return {
        siteName: settings.siteName,
        siteDescription: settings.siteDescription,
        chatInviteUrl: settings.chatInviteUrl,
        apiUrl: deps.config.apiUrl ?? '/api',
        demo: present,
        maintenance: settings.maintenanceMode,
        logo: logoUrl(settings.logoKey),
        accentColor: settings.accentColor,
        registrationOpen: settings.registrationEnabled,
        categories: settings.uploadCategories,
        ...(announcement && { announcement }),
        providers: configured,
      };
    }),
  ];
};
