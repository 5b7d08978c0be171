// Names of the pages under /admin/settings, in menu order (specification, section 2; product.md AD-7). Without their code, so that
// the command palette can list them.

export const settingsTitles = [
  { key: 'dashboard', label: 'Dashboard', title: 'Configuration' },
  { key: 'profile', label: 'Profile', title: 'Profile' },
  { key: 'security', label: 'Security', title: 'Security' },
  { key: 'design', label: 'Design', title: 'Design' },
  { key: 'groups', label: 'Groups', title: 'Groups' },
  { key: 'subscriptions', label: 'Subscriptions', title: 'Subscriptions' },
  { key: 'extras', label: 'Extras', title: 'Extras' },
  { key: 'texts', label: 'Texts', title: 'Texts' },
] as const;

export type SettingsPageKey = (typeof settingsTitles)[number]['key'];
