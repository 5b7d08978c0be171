import { shortId } from '#client/kit/admin/admin-labels.ts';
import { Badge, type Tone } from '#client/ui/badge.tsx';
import { Avatar } from '#client/ui/media/avatar.tsx';
import type { AdminUser } from '#contract/admin/users.ts';

const ROLE_TONES: Record<AdminUser['role'], Tone> = {
  USER: 'muted',
  PREMIUM: 'tungsten',
  LEAKER: 'iris',
  ADMIN: 'tally',
};

const STATUSES: Record<AdminUser['status'], { label: string; tone: Tone }> = {
  active: { label: 'Active', tone: 'scope' },
  suspended: { label: 'Suspended', tone: 'clip' },
  invited: { label: 'Invited', tone: 'daylight' },
  deleted: { label: 'Deleted', tone: 'muted' },
};

export const ROLE_OPTIONS = (['USER', 'PREMIUM', 'LEAKER', 'ADMIN'] as const).map((value) => ({ value, label: value }));
export const USER_STATUS_OPTIONS = (['active', 'suspended', 'invited', 'deleted'] as const).map((value) => ({
  value,
  label: STATUSES[value].label,
}));

/** The wrapper keeps the badge from stretching when the table row is shown as a card. */
export function UserRoleBadge({ role }: Pick<AdminUser, 'role'>) {
  return (
    <span>
      <Badge tone={ROLE_TONES[role]}>{role}</Badge>
    </span>
  );
}

export function UserStatus({ status }: Pick<AdminUser, 'status'>) {
  return (
    <span>
      <Badge tone={STATUSES[status].tone}>{STATUSES[status].label}</Badge>
    </span>
  );
}

/** Avatar, name and ID of a user; clicking them opens the details. */
export function UserName({ user, onOpen }: { user: AdminUser; onOpen: () => void }) {
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <Avatar name={user.username} src={user.avatar} size={36} />
      <span className="min-w-0">
        <button type="button" className="block text-left font-semibold wrap-anywhere hover:underline" onClick={onOpen}>
          {user.username}
        </button>
        <span className="mono block text-sm text-muted">{shortId(user.id)}</span>
      </span>
    </span>
  );
}
