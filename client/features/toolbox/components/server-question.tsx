import { ConfirmWindow } from '#client/ui/overlay/confirm-window.tsx';
import type { ToolboxServer } from '#contract/toolbox/api.ts';
import type { Question } from './server-part.ts';

const WORDS: Record<Question, (server: ToolboxServer) => { title: string; consequence: string; action: string }> = {
  stop: ({ name, service }) => ({
    title: `Stop ${name}?`,
    consequence: `The service ${service} stops on this server, and everything it serves is down until someone starts it again.`,
    action: 'Stop server',
  }),
  delete: ({ name }) => ({
    title: `Delete ${name}?`,
    consequence:
      'This removes the server from the list and erases its password or key. Nothing changes on the server itself; its services keep running. To monitor it again, add it again.',
    action: 'Delete server',
  }),
  'host-key': ({ name, shownHostKey }) => ({
    title: `Forget the host key of ${name}?`,
    consequence: `Continue only if you know that the server was reinstalled. The next contact trusts whatever key it presents: a man in the middle would receive the password.${
      shownHostKey ? ` It presents ${shownHostKey} now. Compare this with the key on the server itself.` : ''
    }`,
    action: 'Forget host key',
  }),
};

/** Asks before an action that interrupts, deletes or trusts something, and explains its effects. */
export function ServerQuestion({
  question,
  server,
  isBusy,
  onConfirm,
  onClose,
}: {
  question: Question;
  server: ToolboxServer;
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <ConfirmWindow
      {...WORDS[question](server)}
      isBusy={isBusy}
      failure={null}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
