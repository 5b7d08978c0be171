import { useEffect, useState } from 'react';
import { signInFailure } from '#client/features/accounts/labels.ts';
import { useCallForm } from '#client/kit/form.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import { TextField } from '#client/ui/forms/text-field.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { passSecondFactor } from '#contract/accounts/security.ts';

type Code = { code: string };

/** Second step of a login: asks for a code from the authenticator app, or a recovery code. */
export function SecondFactorForm({ send, onBack }: { send(given: Code): Promise<unknown>; onBack: () => void }) {
  const [byRecovery, setByRecovery] = useState(false);
  const form = useCallForm<Code, Code>({ schema: passSecondFactor.body, send, describe: signInFailure });
  const { setFocus, resetField } = form.form;
  // Focus the field, because this step replaces the element that was focused.
  useEffect(() => setFocus('code'), [setFocus]);
  // Select a rejected code, so that typing replaces it.
  useEffect(() => {
    if (form.failure) setFocus('code', { shouldSelect: true });
  }, [form.failure, setFocus]);
  const change = (): void => {
    resetField('code');
    setByRecovery(!byRecovery);
    setFocus('code');
  };
  const isBusy = form.isBusy || form.isDone;
  return (
    <form className="flex flex-col gap-4" method="post" noValidate onSubmit={form.submit}>
      {form.failure && <Message tone="error">{form.failure}</Message>}
      <TextField
        label={byRecovery ? 'Recovery code' : 'Code'}
        hint={
          byRecovery
            ? 'One of the codes you saved when you set up two-factor. Each code works once.'
            : 'The 6-digit code from your authenticator app.'
        }
        inputMode={byRecovery ? 'text' : 'numeric'}
        autoComplete={byRecovery ? 'off' : 'one-time-code'}
        autoCapitalize="none"
        spellCheck={false}
        required
        {...form.field('code')}
      />
      <Button type="submit" variant="solid" size="lg" block busy={isBusy} disabled={!form.isReady}>
        {isBusy ? 'Signing in...' : 'Continue'}
      </Button>
      <div className="flex flex-wrap justify-between gap-2">
        <Button variant="quiet" onClick={onBack}>
          Back
        </Button>
        <Button variant="quiet" onClick={change}>
          {byRecovery ? 'Use the app instead' : 'Use a recovery code'}
        </Button>
      </div>
    </form>
  );
}
