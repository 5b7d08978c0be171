// The windows of users, which come when one is opened.
import { lazyPart } from '#client/ui/lazy-part.tsx';
import type { AdminUser } from '#contract/people.ts';

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

export const UserWindow = lazyPart(() => import('./user-window.tsx').then((file) => file.UserWindow), {
  leave: ({ onOpen }: UserWindowProps) => onOpen(null),
});
