import { type ReactNode, useState } from 'react';
import { CallError } from '#client/kit/data/call.ts';
import { useSignIn } from '#client/kit/sign-in.ts';
import type { Account } from '#contract/accounts/api.ts';
import { CredentialsForm } from './credentials-form.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';

/** Login: email and password, then the second factor if the account requires it. */
export function SignInSteps({
  email,
  notice = null,
  startsWithCode = false,
  onTry,
  onDone,
  children,
}: {
  /** Initial value of the email field. */
  email?: string;
  /** Why the user was sent here, shown in a red box. */
  notice?: string | null;
  /** Starts with the second factor; used after a provider login. */
  startsWithCode?: boolean;
  /** Called before each request. */
  onTry?: () => void;
  onDone?: (user: Account) => void;
  /** Shown below the first step. */
  children?: ReactNode;
}) {
  const { signIn, passSecondFactor } = useSignIn();
  const [step, setStep] = useState<'credentials' | 'code'>(startsWithCode ? 'code' : 'credentials');
  const [said, setSaid] = useState(notice);
  const [known, setKnown] = useState(email);

  if (step === 'code') {
    return (
      <SecondFactorForm
        onBack={() => setStep('credentials')}
        send={async ({ code }) => {
          onTry?.();
          try {
            const user = await passSecondFactor(code);
            onDone?.(user);
          } catch (error) {
            // The login has expired or had too many attempts: return to the first step and show why.
            if (!(error instanceof CallError) || error.code !== 'TWO_FACTOR_EXPIRED') throw error;
            setSaid(error.message);
            setStep('credentials');
          }
        }}
      />
    );
  }
  return (
    <>
      <CredentialsForm
        email={known}
        notice={said}
        send={async (given) => {
          onTry?.();
          try {
            const user = await signIn(given.email, given.password);
            onDone?.(user);
          } catch (error) {
            if (!(error instanceof CallError) || error.code !== 'TWO_FACTOR_REQUIRED') throw error;
            setKnown(given.email);
            setSaid(null);
            setStep('code');
          }
        }}
      />
      {children}
    </>
  );
}
