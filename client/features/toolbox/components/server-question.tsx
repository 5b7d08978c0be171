import { ConfirmWindow } from '#client/ui/overlay/confirm-window.tsx';
import type { ToolboxServer } from '#contract/toolbox/api.ts';
import type { Question } from './server-part.ts';

const WORDS: Record<Question, (server: ToolboxServer) => { title: string; consequence: string; action: string }> = {
  stop: ({ name, service }) => ({
    title: `Stop ${name}?`,
    consequence: `The service ${service} is stopped on this server, and whatever it serves is interrupted until somebody starts it again.`,
    action: 'Stop server',
  }),
  delete: ({ name }) => ({
    title: `Delete ${name}?`,
    consequence:
      'The server goes off this list, and its password or key is erased here. Nothing happens on the server itself: what runs there goes on. To watch it again, it has to be added anew.',
    action: 'Delete server',
  }),
  'host-key': ({ name, shownHostKey }) => ({
    title: `Forget the host key of ${name}?`,
    consequence: `Do this only if you know that the server was set up anew. The next contact trusts the key that it shows then: if somebody stands in between, they would be sent the password.${
      shownHostKey ? ` It shows ${shownHostKey} now: compare this with what the server itself says.` : ''
    }`,
    action: 'Forget host key',
  }),
};

/** Asks before something is interrupted, gone, or trusted anew, and says what happens. */
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
