// Emails about personal tokens (product.md PL-3) and wrong two-factor codes.
import { type PersonalScope, scopeWords } from '#contract/accounts/personal-tokens.ts';

/** Leaves out the token's name, because an attacker who signed up with someone else's email could use it for phishing. */
export type TokenNotice =
  | { kind: 'token-made'; scopes: readonly PersonalScope[]; expiresAt: Date }
  | { kind: 'second-factor-locked' };

type Site = { name: string; url: string };
type Words = { subject: string; says: string[]; button?: { label: string; link: string }; why: string };

export const tokenWriters: {
  [Kind in TokenNotice['kind']]: (notice: Extract<TokenNotice, { kind: Kind }>, site: Site) => Words;
} = {
  'token-made': ({ scopes, expiresAt }, { url }) => ({
    subject: 'A personal access token was created',
    says: [
      'A personal access token was created for your account. It gives access to:',
      `${scopes.map((scope) => scopeWords[scope].label).join(', ')}. It expires on ${expiresAt.toISOString().slice(0, 10)}.`,
      `If this was not you, delete the token at ${url}/settings and set a new password at ${url}/forgot-password.`,
    ],
    button: { label: 'View your tokens', link: `${url}/settings#tokens` },
    why: 'You are receiving this email because it concerns the security of your account.',
  }),
  'second-factor-locked': (_notice, { url }) => ({
    subject: 'Too many wrong two-factor codes',
    says: [
      'Someone entered your password, followed by too many wrong two-factor codes. For up to 15 minutes, no code will work, not even yours.',
      `If this was not you, someone knows your password. Set a new one at ${url}/forgot-password.`,
    ],
    button: { label: 'Set a new password', link: `${url}/forgot-password` },
    why: 'You are receiving this email because it concerns the security of your account.',
  }),
};
