import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { AdminFrame } from '#client/features/admin/components/admin-frame.tsx';
import { HelpSection } from '#client/features/admin/components/help-section.tsx';
import { PanelProvider } from '#client/features/admin/components/panel-state.ts';
import { RefreshButton } from '#client/features/admin/components/panel-tools.tsx';
import { AdminSettingsSection } from '#client/features/admin/components/settings-section.tsx';
import { type Opening, useOpening } from '#client/features/admin/components/use-opening.ts';
import { ActivitySection } from '#client/features/admin/dashboard/activity-section.tsx';
import { DaysButton } from '#client/features/admin/dashboard/days-button.tsx';
import { OverviewSection } from '#client/features/admin/dashboard/overview-section.tsx';
import { PremiumSection } from '#client/features/admin/users/premium-section.tsx';
import { UsersSection } from '#client/features/admin/users/users-section.tsx';
import { LeakersSection } from '#client/features/applications/admin/leakers-section.tsx';
import { UploadsSection } from '#client/features/uploads/admin/uploads-section.tsx';
import type { AdminSection, PanelState } from '#client/kit/admin/panel-link.ts';
import { RefreshTurn } from '#client/kit/admin/refresh-turn.ts';
import type { PageSpec } from '#client/kit/data/page.ts';
import { Button, buttonClass } from '#client/ui/forms/button.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { Spinner } from '#client/ui/spinner.tsx';

export const page: PageSpec = {
  head: ({ context }) => ({ title: `Admin panel - ${context.site.siteName}`, canonical: null }),
};

const SECTIONS: Record<AdminSection, () => React.ReactNode> = {
  dashboard: OverviewSection,
  users: UsersSection,
  leakers: LeakersSection,
  uploads: UploadsSection,
  premium: PremiumSection,
  activity: ActivitySection,
  settings: AdminSettingsSection,
  help: HelpSection,
};

const NotOpen = ({ opening, onRetry }: { opening: Opening; onRetry: () => void }) => {
  if (opening.state !== 'failed') {
    return (
      <p className="grid min-h-60 place-items-center">
        <Spinner label="Loading the admin panel" />
      </p>
    );
  }
  const action =
    opening.code === 'TWO_FACTOR_NEEDED' ? (
      <Link to="/settings" className={buttonClass({ size: 'sm' })}>
        Turn it on
      </Link>
    ) : (
      <Button size="sm" onClick={onRetry}>
        Try again
      </Button>
    );
  return (
    <Message tone="error" action={action}>
      {opening.message}
    </Message>
  );
};

/** The admin panel: one page whose current section is kept in the state of the history entry. */
export default function AdminPage() {
  const { state, key } = useLocation();
  const navigate = useNavigate();
  const { opening, panel, turn } = useOpening();
  // Only the browser knows the history state, so the server renders the first section.
  const [isHere, setHere] = useState(false);
  useEffect(() => setHere(true), []);
  const { section = 'dashboard', search } = (isHere ? (state as PanelState | null) : null) ?? {};
  const Section = SECTIONS[section];
  const open = (next: AdminSection): void => void navigate('/admin', { state: { section: next } });
  return (
    <PanelProvider value={panel}>
      <AdminFrame
        section={section}
        onSection={open}
        tools={<RefreshButton />}
        calendar={
          <DaysButton className="max-sm:hidden" onChosen={() => section !== 'dashboard' && open('dashboard')} />
        }
      >
        {opening.state === 'ready' ? (
          // A new key remounts the section when a search result leads to the section that is already open.
          <RefreshTurn value={turn}>
            <Section key={search === undefined ? section : key} />
          </RefreshTurn>
        ) : (
          <>
            <h1 className="sr-only">Admin panel</h1>
            <NotOpen opening={opening} onRetry={panel.refresh} />
          </>
        )}
      </AdminFrame>
    </PanelProvider>
  );
}
