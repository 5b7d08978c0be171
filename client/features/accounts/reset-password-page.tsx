import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { AccountCard } from '#client/features/accounts/components/account-card.tsx';
import { LinkTrouble } from '#client/features/accounts/components/link-failure.tsx';
import { NewPasswordField } from '#client/features/accounts/components/new-password-field.tsx';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { CallError } from '#client/kit/data/call.ts';
import type { PageSpec } from '#client/kit/data/page.ts';
import { Button, buttonClass } from '#client/ui/forms/button.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { resetPassword as contract } from '#contract/accounts/api.ts';
import { useCallForm } from '../../kit/form.tsx';
import { useAuth } from '../../kit/session.tsx';
import { resetPassword } from './api.ts';
import { useLinkToken } from './use-link-token.ts';

export const page: PageSpec = {
  head: ({ context }) => ({ title: `New password - ${context.site.siteName}`, canonical: null }),
};

type NewPassword = { password: string };

const schema = contract.body.pick({ password: true });

const ResetForm = ({ token, onExpired }: { token: string; onExpired: () => void }) => {
  const { transport } = useAppContext();
  const { session, signOut } = useAuth();
  const navigate = useNavigate();
  const form = useCallForm<NewPassword, NewPassword>({
    schema,
    send: async ({ password }) => {
      try {
        await resetPassword(transport, { body: { token, password } });
      } catch (error) {
        if (error instanceof CallError && error.code === 'LINK_EXPIRED') return onExpired();
        throw error;
      }
      // All of the user's sessions have ended. This browser may still hold one of them, or a session of another user.
      if (session.state === 'signed-in') await signOut();
      await navigate('/login?reset=done', { replace: true });
    },
  });
  const isBusy = form.isBusy || form.isDone;
  return (
    <form className="flex flex-col gap-4" method="post" noValidate onSubmit={form.submit}>
      {form.failure && <Message tone="error">{form.failure}</Message>}
      <NewPasswordField label="New password" {...form.field('password')} />
      <Button type="submit" variant="solid" size="lg" block busy={isBusy} disabled={!form.isReady}>
        {isBusy ? 'Saving...' : 'Set new password'}
      </Button>
    </form>
  );
};

/** Sets a new password, or an invited user's first password, through an emailed link. */
export default function ResetPasswordPage() {
  const link = useLinkToken();
  const [query] = useSearchParams();
  const isInvited = query.get('invitation') === 'yes';
  const [spent, setSpent] = useState<string | null>(null);
  const state = link.state === 'read' && link.token === spent ? 'expired' : link.state;
  return (
    <AccountCard title={isInvited ? 'Welcome' : 'New password'}>
      {isInvited && state === 'read' && (
        <p className="mb-5 text-muted">
          An account was created for you. Choose a password, then log in with your email.
        </p>
      )}
      <LinkTrouble state={state}>
        <Link to="/forgot-password" className={buttonClass({ variant: 'solid', block: true })}>
          Request a new link
        </Link>
      </LinkTrouble>
      {link.state === 'read' && state === 'read' && (
        <ResetForm key={link.token} token={link.token} onExpired={() => setSpent(link.token)} />
      )}
      <noscript>
        <p className="text-muted">Setting a password requires JavaScript.</p>
      </noscript>
    </AccountCard>
  );
}
