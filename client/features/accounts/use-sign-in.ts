import { useState } from 'react';
import { CallError } from '../../kit/call.ts';
import { useAuth } from '../../kit/session.tsx';
import { checkSignIn, type SignInErrors } from './sign-in-check.ts';

/** The sentence for a failed sign-in (specification, section 8). */
export const signInFailure = (error: unknown): string => {
  if (error instanceof CallError && error.code === null && error.status === 0) return 'An error occurred during login';
  if (error instanceof CallError) return error.message || 'Login failed';
  return (error instanceof Error && error.message) || 'Failed to login';
};

export type SignIn = {
  /** True from the press on, and after success until the page has moved on. */
  isBusy: boolean;
  failure: string | null;
  errors: SignInErrors;
  submit(email: string, password: string): Promise<void>;
};

/** State of the sign-in form. */
export const useSignIn = (): SignIn => {
  const { signIn } = useAuth();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [errors, setErrors] = useState<SignInErrors>({});
  const submit = async (email: string, password: string) => {
    const found = checkSignIn(email, password);
    setErrors(found);
    setFailure(null);
    if (found.email || found.password) return;
    setBusy(true);
    try {
      await signIn(email, password);
    } catch (error) {
      if (error instanceof CallError) setErrors(error.fields);
      setFailure(signInFailure(error));
      setBusy(false);
    }
  };
  return { isBusy, failure, errors, submit };
};
