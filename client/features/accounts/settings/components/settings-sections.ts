/** Sections of the page, in the order of the in-page navigation. */
export const settingsSections = [
  { id: 'account', title: 'Account' },
  { id: 'password', title: 'Password' },
  { id: 'two-factor', title: 'Two-factor' },
  { id: 'sessions', title: 'Sessions' },
  { id: 'notifications', title: 'Notifications' },
  { id: 'links', title: 'Linked accounts' },
  { id: 'tokens', title: 'Personal access tokens' },
] as const;

export type SettingsSectionId = (typeof settingsSections)[number]['id'];
