// The pages under /admin/settings with their code.

import { GroupsPage } from '#client/features/admin/settings/groups/groups-page.tsx';
import { SecurityPage } from '#client/features/admin/settings/security/security-page.tsx';
import { TextsPage } from '#client/features/content/admin/texts-page.tsx';
import { SubscriptionsPage } from '#client/features/premium/admin/subscriptions-page.tsx';
import { DashboardPage } from './dashboard-page.tsx';
import { DesignPage } from './design-page.tsx';
import { ExtrasPage } from './extras-page.tsx';
import { ProfilePage } from './profile-page.tsx';
import { type SettingsPageKey, settingsTitles } from './settings-titles.ts';

export type SettingsPageSpec = { key: string; label: string; title: string; Page: () => React.ReactNode };

const PAGES: Record<SettingsPageKey, SettingsPageSpec['Page']> = {
  dashboard: DashboardPage,
  profile: ProfilePage,
  security: SecurityPage,
  design: DesignPage,
  groups: GroupsPage,
  subscriptions: SubscriptionsPage,
  extras: ExtrasPage,
  texts: TextsPage,
};

export const settingsPages: readonly SettingsPageSpec[] = settingsTitles.map((titles) => ({
  ...titles,
  Page: PAGES[titles.key],
}));

/** The page for the last segment of a URL; undefined if there is no such page. */
export function settingsPageOf(key: string | undefined): SettingsPageSpec | undefined {
  return settingsPages.find((page) => page.key === key);
}
