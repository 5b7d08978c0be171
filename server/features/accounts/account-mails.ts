// Emails to users about changes that an administrator made to their account.
import { DELETED_USER_DAYS, INVITATION_DAYS } from '#contract/accounts/limits.ts';

export type AccountNotice =
  | { kind: 'invitation'; link: string }
  | { kind: 'role-changed'; role: string }
  | { kind: 'premium-granted'; until: Date | null }
  | { kind: 'premium-ended' }
  | { kind: 'suspended'; reason: string; until: Date | null }
  | { kind: 'suspension-lifted' }
  | { kind: 'account-deleted' }
  | { kind: 'account-restored' }
  | { kind: 'two-factor-reset' }
  | { kind: 'signed-out' }
  | { kind: 'account-changed'; what: string[] };

type Site = { name: string; url: string; contact: string };
type Words = { subject: string; says: string[]; button?: { label: string; link: string }; why: string };

const WHY = 'You are receiving this email because an administrator made a change to your account.';

const ask = (site: Site): string => `If you think this is a mistake, let us know: ${site.contact}`;

/** A time in UTC, so that it does not depend on the reader's time zone. */
const moment = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const ROLES: Record<string, string> = {
  USER: 'You are now a regular member.',
  PREMIUM: 'You now have Premium.',
  LEAKER: 'You are now a leaker and can upload your work.',
  ADMIN: 'You are now an administrator. Please log in again.',
};

export const accountWriters: {
  [Kind in AccountNotice['kind']]: (notice: Extract<AccountNotice, { kind: Kind }>, site: Site) => Words;
} = {
  invitation: ({ link }, site) => ({
    subject: `You have been invited to ${site.name}`,
    says: [
      `An administrator of ${site.name} has created an account for you.`,
      `Choose a password to get started. The link works once and expires after ${INVITATION_DAYS} days.`,
    ],
    button: { label: 'Choose a password', link },
    why: 'You are receiving this email because an account was created with this address. If you do not want the account, ignore this email. Nobody can use it without the link.',
  }),
  'role-changed': ({ role }, site) => ({
    subject: 'Your role has changed',
    says: [ROLES[role] ?? 'Your role has changed.', ask(site)],
    why: WHY,
  }),
  'premium-granted': ({ until }) => ({
    subject: 'You now have Premium',
    says: [
      until
        ? `An administrator has given you Premium until ${moment(until)}.`
        : 'An administrator has given you Premium.',
      'Downloads start immediately and without ads.',
    ],
    why: WHY,
  }),
  'premium-ended': (_notice, site) => ({
    subject: 'Your Premium has ended',
    says: ['The Premium access an administrator gave you has ended.', ask(site)],
    why: WHY,
  }),
  suspended: ({ reason, until }, site) => ({
    subject: 'Your account is suspended',
    says: [
      until ? `Your account is suspended until ${moment(until)}.` : 'Your account is suspended until further notice.',
      `Reason: ${reason}`,
      ask(site),
    ],
    why: WHY,
  }),
  'suspension-lifted': (_notice, site) => ({
    subject: 'Your account is no longer suspended',
    says: ['Your suspension has been lifted.', `You can log in at ${site.url}/login.`],
    why: WHY,
  }),
  'account-deleted': (_notice, site) => ({
    subject: 'Your account was deleted',
    says: [
      'Your account was deleted, along with everything you uploaded.',
      `It can be restored for ${DELETED_USER_DAYS} days. After that, your personal data will be permanently erased.`,
      ask(site),
    ],
    why: WHY,
  }),
  'account-restored': (_notice, site) => ({
    subject: 'Your account was restored',
    says: ['Your account was restored, along with your uploads.', `You can log in at ${site.url}/login.`],
    why: WHY,
  }),
  'two-factor-reset': (_notice, site) => ({
    subject: 'Two-factor authentication was reset',
    says: [
      'An administrator has turned off two-factor authentication for your account and logged you out everywhere.',
      `You can turn it on again at ${site.url}/settings.`,
      ask(site),
    ],
    why: WHY,
  }),
  'signed-out': (_notice, site) => ({
    subject: 'You were logged out everywhere',
    says: [
      'An administrator has logged you out on all devices.',
      `You can log in again at ${site.url}/login or set a new password at ${site.url}/forgot-password.`,
    ],
    why: WHY,
  }),
  'account-changed': ({ what }, site) => ({
    subject: 'Your account was changed',
    says: [`An administrator has changed these account details: ${what.join(', ')}.`, ask(site)],
    why: WHY,
  }),
};
