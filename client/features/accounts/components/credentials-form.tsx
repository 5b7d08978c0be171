import { useEffect } from 'react';
import { signInFailure } from '#client/features/accounts/labels.ts';
import { type CallForm, useCallForm } from '#client/kit/form.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import { TextField } from '#client/ui/forms/text-field.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { login } from '#contract/accounts/api.ts';

export type Credentials = { email: string; password: string };

/** Email and password form. Field errors are shown below the fields, other errors in a red box above them. */
export function CredentialsForm({
  email,
  notice,
  send,
}: {
  /** Initial value of the email field. */
  email?: string;
  /** Why the user was sent here, shown until the form has its own message. */
  notice?: string | null;
  send(given: Credentials): Promise<unknown>;
}) {
  const form: CallForm<Credentials> = useCallForm<Credentials, Credentials>({
    schema: login.body,
    // Without defaults, the fields keep what was typed or autofilled before scripts ran.
    defaults: email === undefined ? undefined : { email },
    send,
    describe: signInFailure,
  });
  const { setFocus } = form.form;
  // If the email is known, focus the password field.
  useEffect(() => {
    if (email !== undefined) setFocus('password');
  }, [email, setFocus]);
  const isBusy = form.isBusy || form.isDone;
  const said = form.failure ?? (isBusy ? null : notice);
  return (
    // The form validates itself, to show errors in the site's style. Before hydration it has no action, so neither a click nor
    // the Enter key can submit it.
    <form className="flex flex-col gap-4" method="post" noValidate onSubmit={form.submit}>
      {said && <Message tone="error">{said}</Message>}
      <TextField label="Email" type="email" autoComplete="username" required {...form.field('email')} />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        required
        {...form.field('password')}
      />
      <Button type="submit" variant="solid" size="lg" block busy={isBusy} disabled={!form.isReady}>
        {isBusy ? 'Signing in...' : 'Log in'}
      </Button>
    </form>
  );
}
