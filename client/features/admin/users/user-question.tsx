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
  /** Told when it is done. */
  said: string;
  run: (context: AppContext) => Promise<unknown>;
};

const uploadsWords = (count: number): string =>
  count === 1 ? 'The public upload goes with the account' : `All ${count} public uploads go with the account`;

const wordsOf = (act: UserAct, user: AdminUser): Words => {
  const { id, username, uploads } = user;
  const params = { id };
  switch (act) {
    case 'delete':
      return {
        title: `Delete ${username}?`,
        says: [
          `${username} is signed out everywhere and cannot log in any more. The profile disappears at once.`,
          ...(uploads > 0 ? [`${uploadsWords(uploads)}, and so does everything that waits for approval.`] : []),
          'Posts in the forum stay as those of a "deleted user". The person is told by mail.',
          `An administrator can restore all of it for ${DELETED_USER_DAYS} days. After that, it is erased for good.`,
        ],
        button: 'Delete user',
        danger: true,
        said: `${username} was deleted.`,
        run: ({ transport }) => api.deleteUser(transport, { params }),
      };
    case 'restore':
      return {
        title: `Restore ${username}?`,
        says: ['The account comes back, with exactly the uploads that went with it. The person is told by mail.'],
        button: 'Restore user',
        said: `${username} was restored.`,
        run: ({ transport }) => api.restoreUser(transport, { params }),
      };
    case 'lift':
      return {
        title: `Lift the suspension of ${username}?`,
        says: ['The person can log in again, and is told by mail.'],
        button: 'Lift suspension',
        said: `The suspension of ${username} was lifted.`,
        run: ({ transport }) => api.unbanUser(transport, { params }),
      };
    case 'sign-out':
      return {
        title: `Sign ${username} out everywhere?`,
        says: ['All sessions end at once, on every device. The person is told by mail and can log in again.'],
        button: 'Sign out everywhere',
        said: `${username} was signed out everywhere.`,
        run: ({ transport }) => api.signOutUser(transport, { params }),
      };
    case 'reset-two-factor':
      return {
        title: `Reset two-factor sign-in of ${username}?`,
        says: [
          'From then on the password alone signs this person in. Be sure that it is really they who ask for it.',
          'All sessions end, and the person is told by mail.',
        ],
        button: 'Reset two-factor',
        danger: true,
        said: `Two-factor sign-in of ${username} was reset.`,
        run: ({ transport }) => api.resetUserTwoFactor(transport, { params }),
      };
    case 'invite':
      return {
        title: `Invite ${username} again?`,
        says: [`A new link is mailed to ${user.email}. It works for ${INVITATION_DAYS} days; the one before stops.`],
        button: 'Send invitation',
        said: `The invitation was sent to ${user.email}.`,
        run: ({ transport }) => api.inviteUser(transport, { params }),
      };
    case 'end-premium':
      return {
        title: `End the Premium of ${username}?`,
        says: [
          'What administrators have granted ends now. The person is told by mail.',
          ...(user.premiumBy.includes('patreon') ? ['Premium by Patreon goes on beside it.'] : []),
        ],
        button: 'End Premium',
        danger: true,
        said: user.premiumBy.includes('patreon')
          ? `The grant of ${username} has ended. They stay premium by Patreon.`
          : `${username} is not premium any more.`,
        run: ({ transport }) => api.setUserPremium(transport, { params, body: { isPremium: false } }),
      };
  }
};

/** Says exactly what an act on somebody does before it is done. */
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
