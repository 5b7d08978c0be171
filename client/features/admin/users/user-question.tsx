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
  /** Message shown after the action. */
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
          `This logs ${username} out everywhere and blocks further logins. Their profile disappears immediately.`,
          ...(uploads > 0 ? [`${uploadsWords(uploads)}, along with anything awaiting approval.`] : []),
          'Forum posts stay under the name "deleted user". The user is notified by email.',
          `An administrator can restore everything within ${DELETED_USER_DAYS} days. After that, it is permanently erased.`,
        ],
        button: 'Delete user',
        danger: true,
        said: `${username} was deleted.`,
        run: ({ transport }) => api.deleteUser(transport, { params }),
      };
    case 'restore':
      return {
        title: `Restore ${username}?`,
        says: ['This restores the account and the uploads deleted with it. The user is notified by email.'],
        button: 'Restore user',
        said: `${username} was restored.`,
        run: ({ transport }) => api.restoreUser(transport, { params }),
      };
    case 'lift':
      return {
        title: `Lift ${username}'s suspension?`,
        says: ['The user can log in again and is notified by email.'],
        button: 'Lift suspension',
        said: `${username}'s suspension was lifted.`,
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
          'After this, a password is enough to log in. Make sure the request really comes from this user.',
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
          `We'll email a new link to ${user.email}. It replaces the old one and expires after ${INVITATION_DAYS} days.`,
        ],
        button: 'Send invitation',
        said: `The invitation was sent to ${user.email}.`,
        run: ({ transport }) => api.inviteUser(transport, { params }),
      };
    case 'end-premium':
      return {
        title: `End Premium for ${username}?`,
        says: [
          'Any Premium granted by administrators ends immediately. The user is notified by email.',
          ...(user.premiumBy.includes('patreon') ? ['Premium through Patreon is not affected.'] : []),
        ],
        button: 'End Premium',
        danger: true,
        said: user.premiumBy.includes('patreon')
          ? `${username} no longer has Premium from administrators, but still has it through Patreon.`
          : `${username} no longer has Premium.`,
        run: ({ transport }) => api.setUserPremium(transport, { params, body: { isPremium: false } }),
      };
  }
};

/** Confirmation dialog that explains exactly what an action will do. */
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
    if (await doing.run(() => words.run(context), `change ${user.username}'s account`)) onDone(words.said);
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
