// What can be done to somebody. The server decides; what would be refused anyway is not offered.
import type { IconName } from '#client/ui/icon.tsx';
import type { AdminUser } from '#contract/admin/users.ts';

/** What is done to somebody after a question. */
export type UserAct = 'delete' | 'restore' | 'lift' | 'sign-out' | 'reset-two-factor' | 'invite' | 'end-premium';

/** The window that is open: about somebody, or about nobody yet. */
export type UserWindowKind = UserAct | 'detail' | 'edit' | 'role' | 'suspend' | 'premium';
export type OpenWindow = { kind: 'add' } | { kind: 'grant' } | { kind: UserWindowKind; user: AdminUser } | null;

export type UserWindowProps = {
  open: NonNullable<OpenWindow>;
  onOpen: (next: OpenWindow) => void;
  /** Something has changed; the sentence is told. */
  onDone: (said: string) => void;
};

type Offer = { kind: UserWindowKind; label: string; icon: IconName; danger?: boolean };

/** The acts that make sense for somebody as they stand. `twoFactor` is known where everything about them is. */
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
    user.status === 'invited' && { kind: 'invite', label: 'Invite again', icon: 'bell' },
    { kind: 'sign-out', label: 'Sign out everywhere', icon: 'close' },
    twoFactor && !isOwn && { kind: 'reset-two-factor', label: 'Reset two-factor', icon: 'gear', danger: true },
    isSuspended && { kind: 'lift', label: 'Lift suspension', icon: 'check' },
    !isSuspended && !isAdmin && !isOwn && { kind: 'suspend', label: 'Suspend', icon: 'flag', danger: true },
    !isOwn && { kind: 'delete', label: 'Delete', icon: 'trash', danger: true },
  ];
  return offers.filter((offer) => offer !== false);
}
