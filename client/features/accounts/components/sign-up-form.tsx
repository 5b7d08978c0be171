import { useEffect, useRef } from 'react';
import { applyFailure, registerFailure } from '#client/features/accounts/labels.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { CallError } from '#client/kit/data/call.ts';
import { useCallForm } from '#client/kit/form.tsx';
import { applyAsLeaker, useSignIn } from '#client/kit/sign-in.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { TextField } from '#client/ui/forms/text-field.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx';
import { register as registerCall } from '#contract/accounts/api.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { ProviderLinks } from './provider-links.tsx';
import type { SignUpWish } from './sign-up-choice.tsx';

type NewAccount = { email: string; password: string };

export const REGISTRATION_CLOSED = 'Sign-ups are closed at the moment.';

/** Outcome of a sign-up: a new member, a submitted application, or an application that waits for email verification. */
export type SignUpOutcome = 'member' | 'applied' | 'verify-first';

/** Link to the terms or the privacy page. Opens in a new tab, so that the form keeps what was typed. */
const TextLink = ({ to, children }: { to: string; children: string }) => (
  <a href={to} className="link" target="_blank" rel="noopener">
    {children}
    {/* No space before the hidden text, because it would be visible, underlined. */}
    <VisuallyHidden>, opens in a new tab</VisuallyHidden>
  </a>
);

const schema = registerCall.body.pick({ email: true, password: true });

/** Second step of the sign-up dialog. For leaker applications, it creates the account first, then submits the application. */
export function SignUpForm({
  wish,
  next,
  email,
  onEmail,
  onDone,
}: {
  wish: SignUpWish;
  /** Path to return to after a provider login. */
  next?: string;
  /** Initial value of the email field; `onEmail` is called on every change. */
  email: string;
  onEmail: (email: string) => void;
  onDone: (outcome: SignUpOutcome) => void;
}) {
  const { transport, site } = useAppContext();
  const { register } = useSignIn();
  // After a failed application, a second attempt must not sign up again.
  const isRegistered = useRef(false);

  const apply = async (): Promise<SignUpOutcome> => {
    try {
      await applyAsLeaker(transport, {});
      return 'applied';
    } catch (error) {
      // Not a failure: the application is submitted once the email has been verified.
      if (error instanceof CallError && error.code === 'EMAIL_NOT_VERIFIED') return 'verify-first';
      throw error;
    }
  };

  const form = useCallForm<NewAccount, NewAccount>({
    schema,
    defaults: { email, password: '' },
    send: async (given) => {
      if (!isRegistered.current) {
        await register(given.email, given.password);
        isRegistered.current = true;
      }
      onDone(wish === 'leaker' ? await apply() : 'member');
    },
    describe: (error) => (isRegistered.current ? applyFailure(error) : registerFailure(error)),
  });
  const emailField = form.field('email');
  const { setFocus } = form.form;
  useEffect(() => {
    if (site.registrationOpen) setFocus('email');
  }, [setFocus, site.registrationOpen]);

  if (!site.registrationOpen) {
    return <Message tone="info">{REGISTRATION_CLOSED}</Message>;
  }
  const busy = wish === 'leaker' ? 'Submitting...' : 'Creating Account...';
  return (
    <>
      <form className="flex flex-col gap-4" method="post" noValidate onSubmit={form.submit}>
        {form.failure && <Message tone="error">{form.failure}</Message>}
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          required
          {...emailField}
          onChange={(event) => {
            onEmail(event.target.value);
            void emailField.onChange(event);
          }}
        />
        <NewPasswordField label="Password" {...form.field('password')} />
        <Button type="submit" variant="solid" size="lg" block busy={form.isBusy || form.isDone}>
          {form.isBusy || form.isDone ? busy : wish === 'leaker' ? 'Submit application' : 'Create account'}
        </Button>
      </form>
      <div className="mt-2.5">
        <ProviderLinks
          providers={['discord', 'google']}
          next={next}
          apply={wish === 'leaker' ? 'leaker' : undefined}
          className="grid grid-cols-2 gap-2.5"
        />
      </div>
      <p className="mt-4 text-sm text-muted">
        By {wish === 'leaker' ? 'applying' : 'creating an account'} you agree to the{' '}
        <TextLink to="/terms">terms</TextLink>. Our <TextLink to="/privacy">privacy page</TextLink> explains what we
        store and why.
      </p>
    </>
  );
}
