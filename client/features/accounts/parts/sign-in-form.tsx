import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Message } from '../../../ui/message.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { SignIn } from '../use-sign-in.ts';

/** E-mail and password. Errors stand under their fields; a refusal stands above, in a red box. */
export const SignInForm = ({ isBusy, failure, errors, submit }: SignIn) => {
  const form = useRef<HTMLFormElement>(null);
  const [isReady, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  useEffect(() => {
    if (errors.email || errors.password) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [errors]);
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    void submit(String(data.get('email') ?? '').trim(), String(data.get('password') ?? ''));
  };
  return (
    // The form checks itself, so that its sentences look like the site's. Until React listens it has nowhere to go, so
    // neither a press nor the Enter key may send it.
    <form ref={form} className="flex flex-col gap-4" method="post" noValidate onSubmit={onSubmit}>
      {failure && <Message tone="error">{failure}</Message>}
      <TextField label="Email" name="email" type="email" autoComplete="username" required error={errors.email} />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        error={errors.password}
      />
      <Button type="submit" variant="solid" size="lg" block busy={isBusy} disabled={!isReady}>
        {isBusy ? 'Signing in...' : 'Sign in'}
      </Button>
    </form>
  );
};
