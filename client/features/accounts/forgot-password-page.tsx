import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { AccountCard } from '#client/features/accounts/components/account-card.tsx';
import { useAppContext } from '#client/kit/data/app-context.ts';
import type { PageSpec } from '#client/kit/data/page.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { TextField } from '#client/ui/forms/text-field.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { forgotPassword as contract } from '#contract/accounts/api.ts';
import { useCallForm } from '../../kit/form.tsx';
import { useAuth } from '../../kit/session.tsx';
import { forgotPassword } from './api.ts';

/** `set=1` means that a user without a password came from the settings to set a first one. */
const titleOf = (query: URLSearchParams): string => (query.get('set') === '1' ? 'Set a password' : 'Forgot password');

export const page: PageSpec = {
  head: ({ context, url }) => ({ title: `${titleOf(url.searchParams)} - ${context.site.siteName}`, canonical: null }),
};

type Asked = { email: string };

export default function ForgotPasswordPage() {
  const { transport } = useAppContext();
  const { session } = useAuth();
  const [query] = useSearchParams();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useCallForm<Asked, Asked>({
    schema: contract.body,
    send: async (body) => {
      await forgotPassword(transport, { body });
      setSentTo(body.email);
    },
  });
  const { getValues, setValue } = form.form;
  // Prefill the email if it is known. The session may still be loading during the first render.
  const known = session.user?.email;
  useEffect(() => {
    if (known && !getValues('email')) setValue('email', known);
  }, [known, getValues, setValue]);
  const back =
    session.state === 'signed-in' ? { to: '/settings', label: 'Settings' } : { to: '/login', label: 'Login' };
  return (
    <AccountCard title={titleOf(query)}>
      {/* The response never reveals whether the address has an account (product.md ID-7). */}
      {sentTo && (
        <Message tone="success" className="mb-4">
          If {sentTo} has an account, a link to set a new password is on its way. It expires after 30 minutes.
        </Message>
      )}
      <form className="flex flex-col gap-4" method="post" noValidate onSubmit={form.submit}>
        {form.failure && <Message tone="error">{form.failure}</Message>}
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          required
          hint="We will send you a link to set a new password."
          {...form.field('email')}
        />
        <Button type="submit" variant="solid" size="lg" block busy={form.isBusy} disabled={!form.isReady}>
          {form.isBusy ? 'Sending...' : sentTo ? 'Send again' : 'Send link'}
        </Button>
      </form>
      <p className="mt-4 text-sm">
        <Link to={back.to} className="link">
          {back.label}
        </Link>
      </p>
    </AccountCard>
  );
}
