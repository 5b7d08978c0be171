import { Link } from 'react-router';
import { Badge, type Tone } from '#client/ui/badge.tsx';
import { Avatar } from '#client/ui/media/avatar.tsx';
import type { Account } from '#contract/accounts/api.ts';
import { profilePath } from '#contract/paths.ts';

const TONES: Record<Account['role'], Tone> = {
  USER: 'muted',
  PREMIUM: 'tungsten',
  LEAKER: 'iris',
  ADMIN: 'tally',
};

/** The logged-in user: name, role, and patron name if Patreon is linked (specification, section 2). */
export function StatusLine({ user }: { user: Account }) {
  const name = user.displayName ?? user.username;
  return (
    <div className="mt-4 flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2">
      <Avatar name={name} src={user.avatar} size={32} />
      <Link to={profilePath(user.username)} className="link min-w-0 font-semibold wrap-anywhere">
        {name}
      </Link>
      <Badge tone={TONES[user.role]}>{user.role}</Badge>
      {user.patreonUsername && <span className="min-w-0 text-muted wrap-anywhere">Patron {user.patreonUsername}</span>}
    </div>
  );
}
