import { useAuth } from '#client/kit/session.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { ResendButton } from './resend-button.tsx';

/** Stands on the dashboard of a person whose address is not verified yet. The caller knows whether that is so. */
export function VerifyNotice({ className }: { className?: string }) {
  const { session } = useAuth();
  if (session.state !== 'signed-in') return null;
  const { email } = session.user;
  return (
    <Panel title="Verify your e-mail address" className={className}>
      <p className="mb-4 text-muted">
        We have sent a link to {email}. Until you have used it, an application as leaker waits.
      </p>
      <ResendButton email={email} />
    </Panel>
  );
}
