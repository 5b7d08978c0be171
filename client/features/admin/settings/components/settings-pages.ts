// The pages under /admin/settings, in menu order (specification, section 2; product.md AD-7).

import { GroupsPage } from '#client/features/admin/settings/groups/groups-page.tsx';
import { SecurityPage } from '#client/features/admin/settings/security/security-page.tsx';
import { TextsPage } from '#client/features/content/admin/texts-page.tsx';
import { SubscriptionsPage } from '#client/features/premium/admin/subscriptions-page.tsx';
import { DashboardPage } from './dashboard-page.tsx';
import { DesignPage } from './design-page.tsx';
import { ExtrasPage } from './extras-page.tsx';
import { ProfilePage } from './profile-page.tsx';

export type SettingsPageSpec = { key: string; label: string; title: string; Page: () => React.ReactNode };

export const settingsPages: readonly SettingsPageSpec[] = [
  { key: 'dashboard', label: 'Dashboard', title: 'Configuration', Page: DashboardPage },
  { key: 'profile', label: 'Profile', title: 'Profile', Page: ProfilePage },
  { key: 'security', label: 'Security', title: 'Security', Page: SecurityPage },
  { key: 'design', label: 'Design', title: 'Design', Page: DesignPage },
  { key: 'groups', label: 'Groups', title: 'Groups', Page: GroupsPage },
  { key: 'subscriptions', label: 'Subscriptions', title: 'Subscriptions', Page: SubscriptionsPage },
  { key: 'extras', label: 'Extras', title: 'Extras', Page: ExtrasPage },
  { key: 'texts', label: 'Texts', title: 'Texts', Page: TextsPage },
];

/** The page for the last segment of a URL; undefined if there is no such page. */
export function settingsPageOf(key: string | undefined): SettingsPageSpec | undefined {
  return settingsPages.find((page) => page.key === key);
}
