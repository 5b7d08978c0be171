import type { AdminSection } from '#client/kit/admin/panel-link.ts';
import type { IconName, IconPath } from '#client/ui/icon.tsx';
import { GEAR } from '#client/ui/more-icons.ts';

/** Sections of the panel, in menu order (specification, section 2, 'Admin panel'). */
export const adminSections = [
  { key: 'dashboard', label: 'Dashboard', icon: 'grid' },
  { key: 'users', label: 'Users', icon: 'people' },
  { key: 'leakers', label: 'Leakers', icon: 'star' },
  { key: 'uploads', label: 'Uploads', icon: 'upload' },
  { key: 'premium', label: 'Premium Users', icon: 'lock' },
  { key: 'activity', label: 'Activity', icon: 'pulse' },
  { key: 'settings', label: 'Settings', icon: GEAR },
  { key: 'help', label: 'Help & Support', icon: 'help' },
] as const satisfies { key: AdminSection; label: string; icon: IconName | IconPath }[];

/** Admin pages that are not sections of the panel. */
export const adminPages = [
  { path: '/admin/settings/dashboard', label: 'Configuration', icon: 'filter' },
  { path: '/admin/review', label: 'Review', icon: 'eye' },
  { path: '/admin/reports', label: 'Reports', icon: 'flag' },
  { path: '/admin/requests', label: 'Requests', icon: 'search' },
  { path: '/admin/audit', label: 'Audit log', icon: 'archive' },
  { path: '/toolbox', label: 'Toolbox', icon: 'monitor' },
] as const satisfies { path: string; label: string; icon: IconName }[];
