// What somebody is told by mail of an administrator's act on their account.
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

const WHY = 'You get this mail because an administrator changed something about your account.';

const ask = (site: Site): string => `If you think that this is a mistake, tell us: ${site.contact}`;

/** A moment in words that need no time zone of the reader's. */
const moment = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const ROLES: Record<string, string> = {
  USER: 'You are a member from now on.',
  PREMIUM: 'You have Premium from now on.',
  LEAKER: 'You are a leaker from now on, and can upload your work.',
  ADMIN: 'You are an administrator from now on. Please log in again.',
};

export const accountWriters: {
  [Kind in AccountNotice['kind']]: (notice: Extract<AccountNotice, { kind: Kind }>, site: Site) => Words;
} = {
  invitation: ({ link }, site) => ({
    subject: `You are invited to ${site.name}`,
    says: [
      `An administrator of ${site.name} has made an account for you.`,
      `Choose a password to begin. The link works once, within ${INVITATION_DAYS} days.`,
    ],
    button: { label: 'Choose a password', link },
    why: 'You get this mail because an account was made with this address. If you do not want it, ignore this mail: without the link nobody can use the account.',
  }),
  'role-changed': ({ role }, site) => ({
    subject: 'Your role has changed',
    says: [ROLES[role] ?? 'Your role has changed.', ask(site)],
    why: WHY,
  }),
  'premium-granted': ({ until }) => ({
    subject: 'You have Premium now',
    says: [
      until ? `You have been given Premium until ${moment(until)}.` : 'You have been given Premium.',
      'Downloads start at once and without ads.',
    ],
    why: WHY,
  }),
  'premium-ended': (_notice, site) => ({
    subject: 'Your Premium has ended',
    says: ['The Premium that you were given has ended.', ask(site)],
    why: WHY,
  }),
  suspended: ({ reason, until }, site) => ({
    subject: 'Your account is suspended',
    says: [
      until ? `Your account is suspended until ${moment(until)}.` : 'Your account is suspended until further notice.',
      `The reason: ${reason}`,
      ask(site),
    ],
    why: WHY,
  }),
  'suspension-lifted': (_notice, site) => ({
    subject: 'Your account is open again',
    says: ['The suspension of your account was lifted.', `You can log in at ${site.url}/login.`],
    why: WHY,
  }),
  'account-deleted': (_notice, site) => ({
    subject: 'Your account was deleted',
    says: [
      'Your account was deleted, with everything that you uploaded.',
      `It can be restored within ${DELETED_USER_DAYS} days. After that, what we know about you is erased for good.`,
      ask(site),
    ],
    why: WHY,
  }),
  'account-restored': (_notice, site) => ({
    subject: 'Your account is back',
    says: ['Your account was restored, with your uploads.', `You can log in at ${site.url}/login.`],
    why: WHY,
  }),
  'two-factor-reset': (_notice, site) => ({
    subject: 'Two-factor sign-in was reset',
    says: [
      'An administrator has turned two-factor sign-in off for your account, and ended all sign-ins.',
      `You can turn it on again at ${site.url}/settings.`,
      ask(site),
    ],
    why: WHY,
  }),
  'signed-out': (_notice, site) => ({
    subject: 'You were signed out everywhere',
    says: [
      'An administrator has ended all sign-ins of your account.',
      `You can log in again at ${site.url}/login; a new password is set at ${site.url}/forgot-password.`,
    ],
    why: WHY,
  }),
  'account-changed': ({ what }, site) => ({
    subject: 'Your account was changed',
    says: [`An administrator has changed your ${what.join(', ')}.`, ask(site)],
    why: WHY,
  }),
};
