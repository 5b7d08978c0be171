import * as contract from '#contract/content/home.ts';
import { HOME_TAGS } from '#contract/content/limits.ts';
import type { Deps } from '#server/deps.ts';
import { logoUrl } from '#server/features/admin/public.ts';
import { type Announcing, CLOSED_COOKIE } from '#server/features/content/announcements/events.ts';
import { countedGuildOf, findChatCount } from '#server/features/premium/public.ts';
import {
  commercialLicences,
  countAllUsers,
  countFreeForAllUse,
  countResources,
  findFacets,
} from '#server/features/resources/public.ts';
import { createMemory } from '#server/kit/db/cache.ts';
import { answer, type Route } from '#server/platform/serve.ts';
import { demoIsPresent } from './queries.ts';

const STATS_KEPT_MS = 60_000;

export function homeRoutes(deps: Deps & { announcing: Announcing }): Route[] {
  const { db } = deps;
  // The chat's last known member count; null if members cannot be counted or have not been counted yet.
  const countChat = async (): Promise<number | null> => {
    const counted = countedGuildOf(deps.config.guild, (await deps.settings.get()).chatInviteUrl);
    return counted && ((await findChatCount(db, counted.key))?.members ?? null);
  };

  const measure = async () => {
    const [totalUploads, totalUsers, { free, open }, discordMembers] = await Promise.all([
      countResources(db),
      countAllUsers(db),
      countFreeForAllUse(db, commercialLicences),
      countChat(),
    ]);
    const freeForAllUse = free === 0 ? null : Math.floor((100 * open) / free);
    return { totalUploads, totalUsers, freeForAllUse, discordMembers };
  };

  const stats = createMemory<Awaited<ReturnType<typeof measure>>>({
    max: 1,
    ttlMs: STATS_KEPT_MS,
  });
  const demo = createMemory<{ present: boolean }>({ max: 1, ttlMs: STATS_KEPT_MS });
  for (const memory of [stats, demo]) {
    deps.bus.subscribe('resources', memory.clear);
    deps.bus.onReset(memory.clear);
  }

  const configured = (['google', 'discord', 'patreon'] as const).filter((name) => deps.config.providers[name]);

  return [
    answer(contract.getStats, () => stats.get('', measure)),
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
}
