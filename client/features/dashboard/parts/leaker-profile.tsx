import { Link } from 'react-router';
import { formatDay } from '#client/kit/format-date.ts';
import { useServices } from '#client/kit/services.ts';
import { Avatar } from '#client/ui/avatar.tsx';
import { Badge } from '#client/ui/badge.tsx';
import { buttonClass } from '#client/ui/button.tsx';
import { Panel } from '#client/ui/panel.tsx';
import type { Account } from '#contract/accounts.ts';
import { profilePath } from '#contract/paths.ts';
import { EditProfileButton } from '../../members/parts/edit-profile-button.tsx';

/** Who the leaker is to others (specification, section 2). */
export const LeakerProfile = ({ user }: { user: Account }) => {
  const { origin } = useServices();
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
};
