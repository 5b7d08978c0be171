import { Link } from 'react-router';
import { EditProfileButton } from '#client/features/members/components/edit-profile-button.tsx';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { formatDay } from '#client/kit/text/format-date.ts';
import { Badge } from '#client/ui/badge.tsx';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { Avatar } from '#client/ui/media/avatar.tsx';
import { Panel } from '#client/ui/panel.tsx';
import type { Account } from '#contract/accounts/api.ts';
import { profilePath } from '#contract/paths.ts';

/** The leaker's public profile, as other users see it (specification, section 2). */
export function LeakerProfile({ user }: { user: Account }) {
  const { origin } = useAppContext();
  const name = user.displayName ?? user.username;
  const address = `${new URL(origin).host}${profilePath(user.username)}`;
  return (
    <Panel className="flex flex-wrap items-start gap-5 md:p-7">
      <Avatar name={name} src={user.avatar} size={84} />
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="display text-h2 wrap-anywhere">{name}</h2>
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <Badge tone={user.role === 'ADMIN' ? 'tally' : 'iris'}>{user.role}</Badge>
          <Link to={profilePath(user.username)} className="link wrap-anywhere">
            {address}
          </Link>
        </p>
        <p className="mt-3.5 max-w-prose whitespace-pre-line text-muted wrap-anywhere">{user.bio || 'No bio yet.'}</p>
        <p className="mt-3.5 text-sm text-muted">
          Member since <time dateTime={user.createdAt}>{formatDay(user.createdAt)}</time>
        </p>
      </div>
      <div className="flex flex-wrap items-start gap-2">
        <Link to="/settings" className={buttonClass()}>
          Settings
        </Link>
        <EditProfileButton variant="leaker" />
      </div>
    </Panel>
  );
}
