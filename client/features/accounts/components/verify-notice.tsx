import { useAuth } from '#client/kit/session.tsx';
import { Panel } from '#client/ui/panel.tsx';
import { ResendButton } from './resend-button.tsx';

/** Dashboard notice for users with an unverified email. The parent decides whether to show it. */
export function VerifyNotice({ className }: { className?: string }) {
  const { session } = useAuth();
  if (session.state !== 'signed-in') return null;
  const { email } = session.user;
  return (
    <Panel title="Confirm your email address" className={className}>
      <p className="mb-4 text-muted">
        We sent a link to {email}. If you applied as a leaker, we'll submit your application once you open it.
      </p>
      <ResendButton email={email} />
    </Panel>
  );
}
