// Emails about personal tokens (product.md PL-3) and wrong two-factor codes.
import { type PersonalScope, scopeWords } from '#contract/accounts/personal-tokens.ts';

/** The token's name is left out, because an attacker who signed up with another person's email could choose it as bait. */
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
      `${scopes.map((scope) => scopeWords[scope].label).join(', ')}, until ${expiresAt.toISOString().slice(0, 10)}.`,
      `If this was not you, delete it at ${url}/settings and set a new password at ${url}/forgot-password.`,
    ],
    button: { label: 'View your tokens', link: `${url}/settings#tokens` },
    why: 'You are receiving this email because it concerns the security of your account.',
  }),
  'second-factor-locked': (_notice, { url }) => ({
    subject: 'Too many wrong two-factor codes',
    says: [
      'Someone entered your password and then too many wrong two-factor codes. Codes are locked for up to 15 minutes, for you as well.',
      `If this was not you, someone knows your password. Set a new one at ${url}/forgot-password.`,
    ],
    button: { label: 'Set a new password', link: `${url}/forgot-password` },
    why: 'You are receiving this email because it concerns the security of your account.',
  }),
};
