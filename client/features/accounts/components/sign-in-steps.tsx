import { type ReactNode, useState } from 'react';
import { CallError } from '#client/kit/data/call.ts';
import { useSignIn } from '#client/kit/sign-in.ts';
import type { Account } from '#contract/accounts/api.ts';
import { CredentialsForm } from './credentials-form.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';

/** Signing in: e-mail and password, then the second factor where the account asks for it. */
export function SignInSteps({
  email,
  notice = null,
  startsWithCode = false,
  onTry,
  onDone,
  children,
}: {
  /** An address to begin with. */
  email?: string;
  /** Why one is here, in a red box. */
  notice?: string | null;
  /** The first factor was passed elsewhere (a provider), and the second is awaited. */
  startsWithCode?: boolean;
  /** Told before each call. */
  onTry?: () => void;
  onDone?: (user: Account) => void;
  /** Stands below the first step. */
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
            // Too late, or tried too often: the first step has to be taken again, and says why.
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
