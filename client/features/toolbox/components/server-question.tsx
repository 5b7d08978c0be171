import { ConfirmWindow } from '#client/ui/overlay/confirm-window.tsx';
import type { ToolboxServer } from '#contract/toolbox/api.ts';
import type { Question } from './server-part.ts';

const WORDS: Record<Question, (server: ToolboxServer) => { title: string; consequence: string; action: string }> = {
  stop: ({ name, service }) => ({
    title: `Stop ${name}?`,
    consequence: `This stops the ${service} service on this server. Everything it serves will be down until someone starts it again.`,
    action: 'Stop server',
  }),
  delete: ({ name }) => ({
    title: `Delete ${name}?`,
    consequence:
      'This removes the server from the list and erases its password or key. Nothing changes on the server itself; its services keep running. To monitor it again, add it back.',
    action: 'Delete server',
  }),
  'host-key': ({ name, shownHostKey }) => ({
    title: `Remove the host key for ${name}?`,
    consequence: `Continue only if you know that the server was reinstalled. The next connection will trust whatever key the server presents, so a man-in-the-middle attacker could capture the password.${
      shownHostKey ? ` It currently presents ${shownHostKey}. Compare this with the key on the server itself.` : ''
    }`,
    action: 'Remove host key',
  }),
};

/** Confirmation dialog for actions that interrupt a server, delete it or trust a new host key. Explains the consequences. */
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
