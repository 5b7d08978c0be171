// Login and registration calls. They are loaded with the forms that use them, which keeps them out of public pages.
import { useMemo } from 'react';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { apiCall } from '#client/kit/data/call.ts';
import type { Account, login, register } from '#contract/accounts/api.ts';
import type { passSecondFactor } from '#contract/accounts/security.ts';
import type { applyAsLeaker as applyContract } from '#contract/applications/api.ts';
import { useAuth } from './session.tsx';

const callLogin = apiCall<typeof login>({ method: 'POST', path: '/api/auth/login', fallback: 'Login failed' });
const callSecondFactor = apiCall<typeof passSecondFactor>({
  method: 'POST',
  path: '/api/auth/login/two-factor',
  fallback: 'Login failed',
});
const callRegister = apiCall<typeof register>({
  method: 'POST',
  path: '/api/auth/register',
  fallback: 'Registration failed',
});

/** Applies to become a leaker. Also called right after registration. */
export const applyAsLeaker = apiCall<typeof applyContract>({
  method: 'POST',
  path: '/api/leaker/apply',
  fallback: 'Failed to submit application',
});

export type SignIn = {
  signIn(email: string, password: string): Promise<Account>;
  /** Completes a login that requires a two-factor code. */
  passSecondFactor(code: string): Promise<Account>;
  /** Creates an account and logs in. The requested username is the part of the email before the @ (specification, section 5). */
  register(email: string, password: string): Promise<Account>;
};

/** Login and registration. Each call updates the session with the returned user. */
export function useSignIn(): SignIn {
  const { transport } = useAppContext();
  const { enter } = useAuth();
  return useMemo(
    () => ({
      signIn: async (email, password) => enter(await callLogin(transport, { body: { email, password } })),
      passSecondFactor: async (code) => enter(await callSecondFactor(transport, { body: { code } })),
      register: async (email, password) => {
        const [username] = email.split('@');
        return enter(await callRegister(transport, { body: { email, password, username } }));
      },
    }),
    [transport, enter],
  );
}
