import type { AppContext } from '#client/kit/data/app-context.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { Dialog } from '#client/ui/overlay/dialog.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { DELETED_USER_DAYS, INVITATION_DAYS } from '#contract/accounts/limits.ts';
import type { AdminUser } from '#contract/admin/users.ts';
import { useUserAct } from './use-user-act.tsx';
import type { UserAct } from './user-acts.ts';
import * as api from './users-api.ts';

type Words = {
  title: string;
  says: string[];
  button: string;
  danger?: boolean;
  /** Message shown afterwards. */
  said: string;
  run: (context: AppContext) => Promise<unknown>;
};

const uploadsWords = (count: number): string =>
  count === 1 ? 'Their public upload is deleted too' : `All ${count} public uploads are deleted too`;

const wordsOf = (act: UserAct, user: AdminUser): Words => {
  const { id, username, uploads } = user;
  const params = { id };
  switch (act) {
    case 'delete':
      return {
        title: `Delete ${username}?`,
        says: [
          `${username} is logged out everywhere and can no longer log in. The profile disappears immediately.`,
          ...(uploads > 0 ? [`${uploadsWords(uploads)}, along with anything awaiting approval.`] : []),
          'Forum posts stay and are shown as by a "deleted user". The user is notified by email.',
          `An administrator can restore everything for ${DELETED_USER_DAYS} days. After that, it is erased for good.`,
        ],
        button: 'Delete user',
        danger: true,
        said: `${username} was deleted.`,
        run: ({ transport }) => api.deleteUser(transport, { params }),
      };
    case 'restore':
      return {
        title: `Restore ${username}?`,
        says: ['The account comes back, along with the uploads deleted with it. The user is notified by email.'],
        button: 'Restore user',
        said: `${username} was restored.`,
        run: ({ transport }) => api.restoreUser(transport, { params }),
      };
    case 'lift':
      return {
        title: `Lift the suspension of ${username}?`,
        says: ['The user can log in again and is notified by email.'],
        button: 'Lift suspension',
        said: `The suspension of ${username} was lifted.`,
        run: ({ transport }) => api.unbanUser(transport, { params }),
      };
    case 'sign-out':
      return {
        title: `Log ${username} out everywhere?`,
        says: ['All sessions on every device end immediately. The user is notified by email and can log in again.'],
        button: 'Log out everywhere',
        said: `${username} was logged out everywhere.`,
        run: ({ transport }) => api.signOutUser(transport, { params }),
      };
    case 'reset-two-factor':
      return {
        title: `Reset two-factor for ${username}?`,
        says: [
          'Afterwards, the password alone is enough to log in. Make sure that the request really comes from this user.',
          'All sessions end, and the user is notified by email.',
        ],
        button: 'Reset two-factor',
        danger: true,
        said: `Two-factor for ${username} was reset.`,
        run: ({ transport }) => api.resetUserTwoFactor(transport, { params }),
      };
    case 'invite':
      return {
        title: `Resend the invitation to ${username}?`,
        says: [
          `A new link replaces the old one and is emailed to ${user.email}. It works for ${INVITATION_DAYS} days.`,
        ],
        button: 'Send invitation',
        said: `The invitation was sent to ${user.email}.`,
        run: ({ transport }) => api.inviteUser(transport, { params }),
      };
    case 'end-premium':
      return {
        title: `End Premium for ${username}?`,
        says: [
          'Premium granted by administrators ends now. The user is notified by email.',
          ...(user.premiumBy.includes('patreon') ? ['Premium through Patreon continues.'] : []),
        ],
        button: 'End Premium',
        danger: true,
        said: user.premiumBy.includes('patreon')
          ? `The grant for ${username} has ended. They still have Premium through Patreon.`
          : `${username} no longer has Premium.`,
        run: ({ transport }) => api.setUserPremium(transport, { params, body: { isPremium: false } }),
      };
  }
};

/** Explains exactly what an action does before running it. */
export function UserQuestion({
  act,
  user,
  onClose,
  onDone,
}: {
  act: UserAct;
  user: AdminUser;
  onClose: () => void;
  onDone: (said: string) => void;
}) {
  const context = useAppContext();
  const doing = useUserAct();
  const words = wordsOf(act, user);
  const go = async () => {
    if (await doing.run(() => words.run(context), `change the account of ${user.username}`)) onDone(words.said);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={words.title}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant={words.danger ? 'danger' : 'solid'} busy={doing.isBusy} onClick={() => void go()}>
            {words.button}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        {doing.failure && <Message tone="error">{doing.failure}</Message>}
        {words.says.map((sentence) => (
          <p key={sentence} className="text-muted">
            {sentence}
          </p>
        ))}
        {doing.dialog}
      </div>
    </Dialog>
  );
}
