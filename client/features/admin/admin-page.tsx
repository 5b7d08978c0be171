import { useLocation, useNavigate } from 'react-router';
import type { PageSpec } from '#client/kit/page.ts';
import { ActivitySection } from './parts/activity-section.tsx';
import { AdminFrame } from './parts/admin-frame.tsx';
import type { AdminSection, PanelState } from './parts/admin-sections.ts';
import { HelpSection } from './parts/help-section.tsx';
import { LeakersSection } from './parts/leakers-section.tsx';
import { OverviewSection } from './parts/overview-section.tsx';
import { PremiumSection } from './parts/premium-section.tsx';
import { SettingsSection } from './parts/settings-section.tsx';
import { UploadsSection } from './parts/uploads-section.tsx';
import { UsersSection } from './parts/users-section.tsx';

export const page: PageSpec = {
  head: ({ services }) => ({ title: `Administration - ${services.site.siteName}`, canonical: null }),
};

const SECTIONS: Record<AdminSection, () => React.ReactNode> = {
  dashboard: OverviewSection,
  users: UsersSection,
  leakers: LeakersSection,
  uploads: UploadsSection,
  premium: PremiumSection,
  activity: ActivitySection,
  settings: SettingsSection,
  help: HelpSection,
};

/** The admin panel: one screen whose section is screen state, kept with the entry of the browser's history. */
export default function AdminPage() {
  const { state } = useLocation();
  const navigate = useNavigate();
  const section = (state as PanelState | null)?.section ?? 'dashboard';
  const Section = SECTIONS[section];
  return (
    <AdminFrame section={section} onSection={(next) => void navigate('/admin', { state: { section: next } })}>
      <Section />
    </AdminFrame>
  );
}
