import { Link } from 'react-router';
import { PROFILE_TABS, type ProfileTab, profileHref } from '#client/features/members/profile-query.ts';
import { compactNumber } from '#client/ui/charts/compact-number.ts';
import type { PublicProfile } from '#contract/members/api.ts';

const LABELS: Record<ProfileTab, string> = { uploads: 'Uploads', collections: 'Collections', about: 'About' };

/** The three tabs of a profile. They are links, so that each tab has its own URL. */
export function ProfileTabs({ profile, current }: { profile: PublicProfile; current: ProfileTab }) {
  const counts: Partial<Record<ProfileTab, number>> = { uploads: profile.uploads };
  return (
    <nav aria-label="Profile" className="mt-8 flex gap-2 overflow-x-auto border-b border-line pb-4">
      {PROFILE_TABS.map((tab) => (
        <Link
          key={tab}
          to={profileHref(profile.username, { tab })}
          className="pill"
          aria-current={tab === current ? 'page' : undefined}
          preventScrollReset
        >
          {LABELS[tab]}
          {counts[tab] !== undefined && <span className="mono">{compactNumber(counts[tab])}</span>}
        </Link>
      ))}
    </nav>
  );
}
