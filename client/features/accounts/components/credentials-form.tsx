import { useEffect } from 'react';
import { signInFailure } from '#client/features/accounts/labels.ts';
import { type CallForm, useCallForm } from '#client/kit/form.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import { TextField } from '#client/ui/forms/text-field.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { login } from '#contract/accounts/api.ts';

export type Credentials = { email: string; password: string };

/** E-mail and password. Errors stand under their fields; a refusal stands above, in a red box. */
export function CredentialsForm({
  email,
  notice,
  send,
}: {
  /** An address to begin with. */
  email?: string;
  /** Why one is here, shown until the form has something of its own to say. */
  notice?: string | null;
  send(given: Credentials): Promise<unknown>;
}) {
  const form: CallForm<Credentials> = useCallForm<Credentials, Credentials>({
    schema: login.body,
    // Without defaults the fields keep what a password manager or the person has put in before scripts ran.
    defaults: email === undefined ? undefined : { email },
    send,
    describe: signInFailure,
  });
  const { setFocus } = form.form;
  // Who is known has only the password to type.
  useEffect(() => {
    if (email !== undefined) setFocus('password');
  }, [email, setFocus]);
  const isBusy = form.isBusy || form.isDone;
  const said = form.failure ?? (isBusy ? null : notice);
  return (
    // The form checks itself, so that its sentences look like the site's. Until React listens it has nowhere to go, so
    // neither a press nor the Enter key may send it.
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
        {isBusy ? 'Signing in...' : 'Sign in'}
      </Button>
    </form>
  );
}
