// Links in the header, menus and footer, in the order given in the specification (section 2).
import type { Account, PresentedRole } from '#contract/accounts/api.ts';
import { listingPath, profilePath } from '#contract/paths.ts';

export type SiteLink = {
  label: string;
  to: string;
  /** Path of a second section on whose pages the link is also marked as current. */
  also?: string;
};

export const topLinks: SiteLink[] = [
  { label: 'Elements', to: '/resources', also: '/elements' },
  { label: 'Community', to: '/community' },
  { label: 'Request', to: '/request' },
  { label: 'Premium', to: '/premium' },
  { label: 'Wiki', to: '/wiki' },
];

/** Links under Categories in the mobile menu: the listing's four categories. */
export const categoryLinks: SiteLink[] = [
  { label: 'All', to: listingPath() },
  { label: 'Free', to: listingPath({ category: 'free' }) },
  { label: 'Premium', to: listingPath({ category: 'premium' }) },
  { label: '3D', to: listingPath({ category: '3d' }) },
];

const roleLink: Record<PresentedRole, SiteLink> = {
  ADMIN: { label: 'Admin', to: '/admin' },
  LEAKER: { label: 'Dashboard', to: '/leaker' },
  USER: { label: 'Dashboard', to: '/dashboard' },
  PREMIUM: { label: 'Dashboard', to: '/dashboard' },
};

/** Links in a logged-in user's profile menu, except Logout. Null if it is not known yet who it is. */
export function profileLinks(user: Pick<Account, 'username' | 'role'> | null): SiteLink[] {
  return [
    ...(user ? [{ label: 'Profile', to: profilePath(user.username) }] : []),
    { label: 'Resources', to: '/resources' },
    { label: 'Premium', to: '/premium' },
    { label: 'Wiki', to: '/wiki' },
    roleLink[user?.role ?? 'USER'],
  ];
}

export const footerColumns: { title: string; links: SiteLink[] }[] = [
  {
    title: 'Product',
    links: [
      { label: 'Elements', to: '/resources' },
      { label: 'Starter elements', to: '/elements' },
      { label: 'Premium', to: '/premium' },
      { label: 'Requests', to: '/requests' },
    ],
  },
  {
    title: 'Resources',
    links: [
      { label: 'Wiki', to: '/wiki' },
      { label: 'Community', to: '/community' },
      { label: 'FAQ', to: '/faq' },
      { label: 'API', to: '/developers' },
    ],
  },
  {
    title: 'Company',
    links: [
      { label: 'Request a resource', to: '/request' },
      { label: 'Report a problem', to: '/report' },
    ],
  },
  {
    title: 'Legal',
    links: [
      { label: 'Terms', to: '/terms' },
      { label: 'Privacy', to: '/privacy' },
    ],
  },
];
