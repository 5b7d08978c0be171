// Actions available for a user. The server has the final say; actions that it would refuse are not offered.
import type { IconName, IconPath } from '#client/ui/icon.tsx';
import { GEAR } from '#client/ui/more-icons.ts';
import type { AdminUser } from '#contract/admin/users.ts';

/** Actions that ask for confirmation before they run. */
export type UserAct = 'delete' | 'restore' | 'lift' | 'sign-out' | 'reset-two-factor' | 'invite' | 'end-premium';

/** Dialogs about a particular user. `OpenWindow` also includes the 'add' and 'grant' dialogs, and is null if none is open. */
export type UserWindowKind = UserAct | 'detail' | 'edit' | 'role' | 'suspend' | 'premium';
export type OpenWindow = { kind: 'add' } | { kind: 'grant' } | { kind: UserWindowKind; user: AdminUser } | null;

export type UserWindowProps = {
  open: NonNullable<OpenWindow>;
  onOpen: (next: OpenWindow) => void;
  /** Called after a change, with a message to show. */
  onDone: (said: string) => void;
};

type Offer = { kind: UserWindowKind; label: string; icon: IconName | IconPath; danger?: boolean };

/** Actions that make sense for a user in their current state. `twoFactor` is only known once the full details are loaded. */
export function actsOn(
  user: AdminUser,
  { isOwn, twoFactor = false }: { isOwn: boolean; twoFactor?: boolean },
): Offer[] {
  if (user.status === 'deleted') return [{ kind: 'restore', label: 'Restore', icon: 'back' }];
  const isAdmin = user.role === 'ADMIN';
  const isSuspended = user.status === 'suspended';
  const offers: (Offer | false)[] = [
    { kind: 'edit', label: 'Edit', icon: 'edit' },
    { kind: 'role', label: 'Change role', icon: 'people' },
    user.premiumBy.includes('admin')
      ? { kind: 'end-premium', label: 'End Premium', icon: 'lock' }
      : { kind: 'premium', label: 'Give Premium', icon: 'lock' },
    user.status === 'invited' && { kind: 'invite', label: 'Resend invitation', icon: 'bell' },
    { kind: 'sign-out', label: 'Log out everywhere', icon: 'close' },
    twoFactor && !isOwn && { kind: 'reset-two-factor', label: 'Reset two-factor', icon: GEAR, danger: true },
    isSuspended && { kind: 'lift', label: 'Lift suspension', icon: 'check' },
    !isSuspended && !isAdmin && !isOwn && { kind: 'suspend', label: 'Suspend', icon: 'flag', danger: true },
    !isOwn && { kind: 'delete', label: 'Delete', icon: 'trash', danger: true },
  ];
  return offers.filter((offer) => offer !== false);
}
