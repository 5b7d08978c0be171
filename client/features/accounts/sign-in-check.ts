import { PASSWORD_MAX_CHARACTERS } from '#contract/limits.ts';

export type SignInErrors = { email?: string; password?: string };

const address = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** What the form can tell before asking the server; the sentences are those of the contract's schema. */
export const checkSignIn = (email: string, password: string): SignInErrors => ({
  ...(address.test(email) ? {} : { email: 'Enter a valid e-mail address.' }),
  ...(password && password.length <= PASSWORD_MAX_CHARACTERS ? {} : { password: 'Enter your password.' }),
});
