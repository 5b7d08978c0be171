// What the command palette offers besides the server's results: pages, settings and the user's own actions, by role.

import { settingsSections } from '#client/features/accounts/settings/components/settings-sections.ts';
import { adminPages, adminSections } from '#client/features/admin/components/admin-sections.ts';
import { settingsTitles } from '#client/features/admin/settings/components/settings-titles.ts';
import type { PaletteCommand } from '#client/features/content/palette/command.ts';
import type { PanelState } from '#client/kit/admin/panel-link.ts';
import type { Theme } from '#client/kit/theme.tsx';
import { GEAR } from '#client/ui/more-icons.ts';
import type { Account } from '#contract/accounts/api.ts';
import { LIBRARY_PATH, listingPath, profilePath, requestPath } from '#contract/paths.ts';
import { categoryLinks, footerColumns, type SiteLink, topLinks } from './site-links.ts';

/** What actions need from the page. */
type CommandActs = {
  logOut: () => void;
  choose: (theme: Theme) => void;
  showKeys: () => void;
};

/** More words to find a page by. */
const WORDS: Record<string, string> = {
  '/': 'start',
  '/community': 'forum threads discussions',
  '/developers': 'tokens programs openapi',
  '/faq': 'questions help',
  '/premium': 'membership subscription price',
  '/report': 'contact support abuse copyright',
  '/request': 'ask wish',
  '/requests': 'board votes wanted',
  '/resources': 'assets browse listing catalogue luts transitions',
  '/wiki': 'help guide documentation',
};

const pageOf = ({ label, to }: SiteLink, note = 'page'): PaletteCommand => {
  const words = WORDS[to];
  return { id: `page ${to}`, kind: 'page', label, note, icon: 'arrow', to, ...(words && { words }) };
};

/** Every page that the menus and the footer link to, each once. */
const sitePages = (): PaletteCommand[] => {
  const pages = new Map<string, PaletteCommand>();
  const add = (link: SiteLink): void => {
    if (!pages.has(link.to)) pages.set(link.to, pageOf(link));
  };
  for (const link of [{ label: 'Home', to: '/' }, ...topLinks, ...footerColumns.flatMap(({ links }) => links)])
    add(link);
  for (const { label, to } of categoryLinks) add({ label: `${label} assets`, to });
  return [...pages.values()];
};

const themes: Record<Theme, { label: string; icon: PaletteCommand['icon'] }> = {
  dark: { label: 'Dark theme', icon: 'moon' },
  light: { label: 'Light theme', icon: 'sun' },
  system: { label: 'System theme', icon: 'monitor' },
};

const themeActions = (theme: Theme, choose: CommandActs['choose']): PaletteCommand[] =>
  (['dark', 'light', 'system'] as const)
    .filter((name) => name !== theme)
    .map((name) => ({
      id: `action theme ${name}`,
      kind: 'action',
      label: themes[name].label,
      note: 'appearance',
      words: 'switch colour mode',
      icon: themes[name].icon,
      run: () => choose(name),
    }));

const visitorActions = (here: string): PaletteCommand[] => [
  {
    id: 'action login',
    kind: 'action',
    label: 'Log in',
    words: 'login sign in',
    icon: 'user',
    to: `/login?next=${encodeURIComponent(here)}`,
  },
  {
    id: 'action register',
    kind: 'action',
    label: 'Create account',
    words: 'register sign up join',
    icon: 'plus',
    to: '/login#register',
  },
];

const memberPages = ({ username, role }: Account): PaletteCommand[] => [
  { ...pageOf({ label: 'Your profile', to: profilePath(username) }), icon: 'user' },
  { ...pageOf({ label: 'Your collections', to: `${profilePath(username)}?tab=collections` }), icon: 'folder' },
  { ...pageOf({ label: 'Your dashboard', to: '/dashboard' }), icon: 'grid', words: 'saved assets following likes' },
  { ...pageOf({ label: 'Notifications', to: '/notifications' }), icon: 'bell' },
  { ...pageOf({ label: 'Download history', to: '/downloads' }), icon: 'download' },
  { ...pageOf({ label: 'Library check', to: LIBRARY_PATH }), icon: 'folder', words: 'local files hashes folder' },
  ...(role === 'LEAKER' || role === 'ADMIN'
    ? [
        {
          ...pageOf({ label: 'Creator dashboard', to: '/leaker' }),
          icon: 'star' as const,
          words: 'uploads statistics leaker',
        },
      ]
    : []),
];

const memberSettings = (): PaletteCommand[] => [
  { id: 'setting all', kind: 'setting', label: 'Settings', note: 'your account', icon: GEAR, to: '/settings' },
  ...settingsSections.map(
    ({ id, title }): PaletteCommand => ({
      id: `setting ${id}`,
      kind: 'setting',
      label: title,
      note: 'settings',
      icon: GEAR,
      to: `/settings#${id}`,
    }),
  ),
];

const memberActions = ({ role }: Account, logOut: CommandActs['logOut']): PaletteCommand[] => [
  ...(role === 'LEAKER' || role === 'ADMIN'
    ? [
        {
          id: 'action upload',
          kind: 'action' as const,
          label: 'New upload',
          note: 'creator dashboard',
          words: 'add share publish',
          icon: 'upload' as const,
          to: '/leaker#upload',
        },
      ]
    : []),
  { id: 'action logout', kind: 'action', label: 'Log out', words: 'logout sign out', icon: 'lock', run: logOut },
];

const adminCommands = (): PaletteCommand[] => [
  ...adminSections.map(({ key, label, icon }): PaletteCommand => {
    const state: PanelState = { section: key };
    return { id: `admin ${key}`, kind: 'page', label, note: 'admin panel', words: 'admin', icon, to: '/admin', state };
  }),
  ...adminPages.map(
    ({ path, label, icon }): PaletteCommand => ({
      id: `admin ${path}`,
      kind: 'page',
      label,
      note: 'admin',
      icon,
      to: path,
    }),
  ),
  ...settingsTitles.map(
    ({ key, title }): PaletteCommand => ({
      id: `admin setting ${key}`,
      kind: 'setting',
      label: title,
      note: 'site settings',
      words: 'admin',
      icon: GEAR,
      to: `/admin/settings/${key}`,
    }),
  ),
];

/** Pages, settings and actions for a user, or for a visitor. The server checks the rights of each one again. */
export function siteCommands(
  { user, theme, here }: { user: Account | null; theme: Theme; here: string },
  acts: CommandActs,
): PaletteCommand[] {
  return [
    ...(user ? memberPages(user) : []),
    ...sitePages(),
    ...(user ? memberSettings() : []),
    ...(user?.role === 'ADMIN' ? adminCommands() : []),
    ...(user ? memberActions(user, acts.logOut) : visitorActions(here)),
    ...themeActions(theme, acts.choose),
    {
      id: 'action keys',
      kind: 'action',
      label: 'Show all keys',
      words: 'keyboard shortcuts hotkeys help',
      icon: 'info',
      run: acts.showKeys,
    },
  ];
}

/** Actions for any text. */
export function textCommands(text: string, user: Account | null): PaletteCommand[] {
  const state: PanelState = { section: 'users', search: text };
  return [
    {
      id: 'text search',
      kind: 'asset',
      label: `Search all assets for “${text}”`,
      icon: 'search',
      to: listingPath({ search: text }),
    },
    {
      id: 'text request',
      kind: 'action',
      label: `Request “${text}”`,
      note: 'ask creators for it',
      icon: 'plus',
      to: requestPath(text),
    },
    ...(user?.role === 'ADMIN'
      ? [
          {
            id: 'text users',
            kind: 'action' as const,
            label: `Search users for “${text}”`,
            note: 'admin panel',
            icon: 'people' as const,
            to: '/admin',
            state,
          },
        ]
      : []),
  ];
}
