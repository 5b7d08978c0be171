import { useState } from 'react';
import { Link } from 'react-router';
import { AccountCard } from '#client/features/accounts/components/account-card.tsx';
import { LinkTrouble } from '#client/features/accounts/components/link-failure.tsx';
import { ResendButton } from '#client/features/accounts/components/resend-button.tsx';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { CallError } from '#client/kit/data/call.ts';
import type { PageSpec } from '#client/kit/data/page.ts';
import { Button, buttonClass } from '#client/ui/forms/button.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { startPage } from '#contract/accounts/after-sign-in.ts';
import { verifyEmail as contract } from '#contract/accounts/api.ts';
import { useCallForm } from '../../kit/form.tsx';
import { useAuth } from '../../kit/session.tsx';
import { verifyEmail } from './api.ts';
import { useLinkToken } from './use-link-token.ts';

export const page: PageSpec = {
  head: ({ context }) => ({ title: `Confirm your email - ${context.site.siteName}`, canonical: null }),
};

type Token = { token: string };

/**
 * The link takes effect when the user clicks the button rather than when the page opens, because mail scanners open links and
 * even run scripts.
 */
const VerifyForm = ({ token, onEnd }: { token: string; onEnd: (end: 'done' | 'expired') => void }) => {
  const { transport } = useAppContext();
  const { session, refresh } = useAuth();
  const form = useCallForm<Token, Token>({
    schema: contract.body,
    defaults: { token },
    send: async (body) => {
      try {
        await verifyEmail(transport, { body });
      } catch (error) {
        if (error instanceof CallError && error.code === 'LINK_EXPIRED') return onEnd('expired');
        throw error;
      }
      // Verification may have changed the user's email.
      if (session.state === 'signed-in') await refresh();
      onEnd('done');
    },
  });
  return (
    <form className="flex flex-col gap-4" method="post" noValidate onSubmit={form.submit}>
      {form.failure ? (
        <Message tone="error">{form.failure}</Message>
      ) : (
        <p>
          Press the button to confirm that this is your email address.
          {session.state === 'signed-out' &&
            ' You are not logged in here, so confirming will log you out everywhere. Log in again afterwards.'}
        </p>
      )}
      <Button type="submit" variant="solid" size="lg" block busy={form.isBusy} disabled={!form.isReady}>
        {form.isBusy ? 'Confirming...' : 'Confirm email'}
      </Button>
    </form>
  );
};

const GoOn = () => {
  const { session } = useAuth();
  const to = session.state === 'signed-in' ? startPage(session.user.role) : '/login';
  return (
    <>
      <Message tone="success">
        Your email is confirmed.
        {session.state === 'signed-out' && ' You were logged out everywhere. Please log in again.'}
      </Message>
      <Link to={to} className={buttonClass({ variant: 'solid', block: true, className: 'mt-5' })}>
        {session.state === 'signed-in' ? 'Continue' : 'Login'}
      </Link>
    </>
  );
};

export default function VerifyEmailPage() {
  const { session } = useAuth();
  const link = useLinkToken();
  const [ended, setEnded] = useState<{ token: string; as: 'done' | 'expired' } | null>(null);
  const token = link.state === 'read' ? link.token : null;
  const end = ended?.token === token ? ended?.as : null;
  return (
    <AccountCard title="Confirm your email">
      {end === 'done' && <GoOn />}
      {token && !end && <VerifyForm key={token} token={token} onEnd={(as) => setEnded({ token, as })} />}
      <LinkTrouble state={end === 'expired' ? 'expired' : link.state}>
        {session.state === 'signed-in' ? (
          <ResendButton email={session.user.email} />
        ) : (
          <>
            <p className="mb-4 text-muted">Log in to request a new link.</p>
            <Link to="/login?next=/verify-email" className={buttonClass({ variant: 'solid', block: true })}>
              Login
            </Link>
          </>
        )}
      </LinkTrouble>
      <noscript>
        <p className="text-muted">Confirming your email requires JavaScript.</p>
      </noscript>
    </AccountCard>
  );
}
