// Administration of the site itself: its settings, logo and accent, the administrator's own profile, all administrators.
import { z } from 'zod';
import { account, password } from '#contract/accounts/api.ts';
import {
  EMAIL_MAX_CHARACTERS,
  PASSWORD_MAX_CHARACTERS,
  PASSWORD_MIN_CHARACTERS,
  USERNAME_MAX_CHARACTERS,
} from '#contract/accounts/limits.ts';
import { AD_COUNTDOWN_SECONDS } from '#contract/downloads/limits.ts';
import { cleanText, endpoint, inRange, timestamp, username, uuid, wholeInRange } from '#contract/http.ts';
import { SITE_NAME } from '#contract/limits.ts';
import { listQuery } from '#contract/pagination.ts';
import { S3_FILE_MAX_GB, UPLOAD_CATEGORIES } from '#contract/uploads/limits.ts';
import {
  CATEGORIES_MAX,
  CATEGORY_MAX_CHARACTERS,
  SITE_DESCRIPTION_MAX_CHARACTERS,
  SITE_NAME_MAX_CHARACTERS,
} from './limits.ts';

const webAddress = cleanText(500).pipe(
  z.url({ protocol: /^https?$/, error: 'Enter an address that begins with http.' }),
);
/** One line of text; it may end up in the head of a mail. */
const line = (max: number) =>
  cleanText(max)
    .trim()
    .min(1, 'This cannot be empty.')
    .regex(/^[^\t\n\r\u2028\u2029]*$/, 'This must be one line.');
/** An address to which paths are added. Its host becomes a word of the site's policy, so it is a plain one. */
const pathStart = z
  .string()
  .max(300)
  .regex(
    /^(?:https?:\/\/[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::[0-9]{1,5})?(?:\/[\w./-]*)?)?$/i,
    'This is not an address.',
  )
  .refine((value) => value === '' || URL.canParse(value), 'This is not an address.');
const hasTwin = (words: string[]): boolean => new Set(words.map((word) => word.toLowerCase())).size < words.length;

const testimonial = z.strictObject({ name: line(60), about: line(80), text: cleanText(400).trim().min(1) });

/** Every setting with its default (specification, section 9; product.md AD rows; house rules for those added). */
export const settingFields = {
  siteName: line(SITE_NAME_MAX_CHARACTERS).default(SITE_NAME),
  siteDescription: line(SITE_DESCRIPTION_MAX_CHARACTERS).default('Your trusted source for secure file sharing'),
  maintenanceMode: z.boolean().default(false),
  registrationEnabled: z.boolean().default(true),
  /** Gigabytes a file may have; at S3 no more than S3_FILE_MAX_GB, which the server looks after. */
  maxUploadSize: inRange(0, 1000).default(15),
  /** Gigabytes a leaker may keep. */
  defaultUserQuota: inRange(0, 100_000).default(50),
  leakerApplicationsEnabled: z.boolean().default(true),
  /** Whether administrators must have two-factor sign-in before they may administer (product.md ID-9). */
  adminTwoFactorRequired: z.boolean().default(false),
  defaultRole: z.enum(['USER', 'PREMIUM']).default('USER'),
  /** Megabytes of an upload that arrives as one form; larger files use the resumable way. */
  multipartLimitMb: wholeInRange(1, 1000).default(100),
  /** Where the public pictures are served from; '' for the site itself. */
  cdnUrl: pathStart.default(''),
  chatInviteUrl: webAddress.nullable().default(null),
  membershipUrl: webAddress.nullable().default(null),
  supportContact: line(254).min(3).nullable().default(null),
  adCountdownSeconds: wholeInRange(0, 60).default(AD_COUNTDOWN_SECONDS),
  /** What the ad page shows while the product advertises itself (product.md DL-4). */
  houseAdTitle: line(80).default('Downloads without the wait'),
  houseAdText: line(300).default('Premium members skip this page and have every premium resource.'),
  /** What an upload can be put under (product.md, "category"). */
  uploadCategories: z
    .array(line(CATEGORY_MAX_CHARACTERS))
    .min(1)
    .max(CATEGORIES_MAX)
    .refine((names) => !hasTwin(names), 'Each category stands here once.')
    .default([...UPLOAD_CATEGORIES]),
  /** How long sessions live: the specified times are the most (product.md ID-2). */
  sessionIdleDays: wholeInRange(1, 30).default(30),
  sessionMaxDays: wholeInRange(1, 90).default(90),
  adminSessionIdleHours: wholeInRange(1, 24).default(24),
  adminSessionMaxDays: wholeInRange(1, 7).default(7),
  /** `#rrggbb`; null for the site's own. */
  accentColor: z
    .string()
    .regex(/^#[0-9a-f]{6}$/, 'This is not a colour.')
    .nullable()
    .default(null),
  /** Storage key of the site's own logo; null for Helix's. */
  logoKey: z.string().max(200).nullable().default(null),
  /** Dollars (specification, section 9). */
  monthlyPrice: inRange(0, 10_000).default(5),
  yearlyPrice: inRange(0, 100_000).default(48),
  yearlyListPrice: inRange(0, 100_000).default(60),
  /** What Premium brings, in the specification's order (section 1). */
  premiumBenefits: z
    .array(line(120))
    .max(20)
    .default([
      'Chat role and channels',
      'Premium resource access',
      'Instant access',
      'Ad-free browsing',
      'A bypass chat command',
      'Priority support',
      'Higher giveaway chances',
      'Higher priority for requests',
    ]),
  /** Tiers at Patreon that bring Premium; without any, each does. */
  patreonTiers: z
    .array(z.strictObject({ id: z.string().regex(/^[\w-]{1,40}$/), name: line(80) }))
    .max(20)
    .default([]),
  /** What real people said of Premium, entered by an administrator. */
  testimonials: z.array(testimonial).max(12).default([]),
  /** What the page about Premium shows while the demo is there (product.md PR-1); null without one. */
  premiumDemo: z
    .strictObject({ members: z.int().min(0), resources: z.int().min(0), testimonials: z.array(testimonial).max(12) })
    .nullable()
    .default(null),
};

type Fields = typeof settingFields;
type Plain<Key extends keyof Fields> = ReturnType<Fields[Key]['unwrap']>;

const plain = Object.fromEntries(Object.entries(settingFields).map(([key, field]) => [key, field.unwrap()])) as {
  [Key in keyof Fields]: Plain<Key>;
};

/** A change of some settings, the stored ones included that no form sends. */
export const settingsChange = z.strictObject(plain).partial();
export type SettingsChange = z.infer<typeof settingsChange>;

/** What an administrator may change by name: the logo comes as a picture instead, the demo with the first content. */
export const editableSettings = settingsChange.omit({ logoKey: true, premiumDemo: true });
export type EditableSettings = z.infer<typeof editableSettings>;

/**
 * Settings that decide who gets in, for how long, with which rights, and where people and their browsers are sent: changing one
 * needs a fresh confirmation.
 */
export const confirmedSettings = [
  'adminTwoFactorRequired',
  'sessionIdleDays',
  'sessionMaxDays',
  'adminSessionIdleHours',
  'adminSessionMaxDays',
  'registrationEnabled',
  'maintenanceMode',
  'defaultRole',
  'patreonTiers',
  'cdnUrl',
  'supportContact',
  'membershipUrl',
  'chatInviteUrl',
] as const satisfies readonly (keyof EditableSettings)[];

const adminSettings = z
  .object(plain)
  .omit({ logoKey: true, premiumDemo: true })
  .extend({
    /** Address of the site's own logo. */
    logo: z.string().nullable(),
    /** Where files are kept: configured, and not to be changed here. */
    storageProvider: z.enum(['local', 's3', 'gcs']),
    storageBucket: z.string(),
    /** Where each setting is used, by its name. */
    uses: z.record(z.string(), z.string()),
  });
export type AdminSettings = z.infer<typeof adminSettings>;

export const getAdminSettings = endpoint({
  method: 'GET',
  path: '/api/admin/settings',
  access: 'admin',
  summary: 'All settings that an administrator edits, with where each is used.',
  reply: adminSettings,
  fallback: 'Failed to fetch dashboard data',
});

const change = {
  path: '/api/admin/settings',
  access: 'admin',
  summary: `Changes the settings that are sent; the others stay. It counts at once, in every process. Where files are kept at a service that speaks S3, maxUploadSize is ${S3_FILE_MAX_GB} at the most.`,
  body: editableSettings,
  reply: adminSettings,
  problems: ['NO_TWO_FACTOR', 'CONFIRMATION_REQUIRED'],
  fallback: 'Failed to save settings. Please try again.',
} as const;
export const putAdminSettings = endpoint({ method: 'PUT', ...change });
export const patchAdminSettings = endpoint({ method: 'PATCH', ...change });

export const putLogo = endpoint({
  method: 'PUT',
  path: '/api/admin/settings/logo',
  access: 'admin',
  summary: 'Takes a picture as the logo of the site (multipart/form-data, one file `logo`).',
  form: { fields: z.strictObject({}), files: ['logo'] },
  reply: adminSettings,
  problems: ['NOT_AN_IMAGE', 'TOO_LARGE', 'STORAGE_FULL'],
  fallback: 'Failed to upload logo image',
});

export const deleteLogo = endpoint({
  method: 'DELETE',
  path: '/api/admin/settings/logo',
  access: 'admin',
  summary: 'Takes the logo away: the name of the site stands in its place.',
  reply: adminSettings,
  fallback: 'Failed to save settings. Please try again.',
});

export const getSitePicture = endpoint({
  method: 'GET',
  path: '/public/site/{file}',
  access: 'visitor',
  summary: 'The logo of the site, by the file name that the facts of the site carry.',
  params: z.strictObject({ file: z.string() }),
  reply: null,
  sends: 'image/webp',
  problems: ['NOT_FOUND'],
  fallback: 'There is nothing at this address.',
});

export const getAccentStyles = endpoint({
  method: 'GET',
  path: '/public/accent/{file}',
  access: 'visitor',
  summary:
    'The style sheet of an accent colour, `rrggbb.css`: the colour with its lightness moved until text of it can be read.',
  params: z.strictObject({ file: z.string() }),
  reply: null,
  sends: 'text/css',
  problems: ['NOT_FOUND'],
  fallback: 'There is nothing at this address.',
});

/** Sent by forms that leave fields empty for "as it is". */
const newPasswordOrNone = z
  .string()
  .max(PASSWORD_MAX_CHARACTERS, `At most ${PASSWORD_MAX_CHARACTERS} characters.`)
  .refine(
    (value) => value === '' || value.length >= PASSWORD_MIN_CHARACTERS,
    `At least ${PASSWORD_MIN_CHARACTERS} characters.`,
  )
  .refine((value) => value.isWellFormed() && !value.includes('\0'), 'This contains characters that cannot be used.');

const profileChange = {
  path: '/api/admin/profile',
  access: 'admin',
  summary: 'Changes the administrator’s own account. What needs a link or a code first is told as pending.',
  body: z.strictObject({
    username: z.string().trim().max(USERNAME_MAX_CHARACTERS, 'This username is not valid.').pipe(username).optional(),
    email: cleanText(EMAIL_MAX_CHARACTERS).pipe(z.email('Enter a valid e-mail address.')).optional(),
    currentPassword: password,
    newPassword: newPasswordOrNone.optional(),
    twoFactorEnabled: z.boolean().optional(),
  }),
  reply: z.object({
    user: account,
    pending: z.object({
      /** The new address, which takes effect when its mailed link is used. */
      email: z.string().nullable(),
      /** Two-factor sign-in waits for a code: go on with two-factor/setup and enable, or with two-factor/disable. */
      twoFactor: z.enum(['enable', 'disable']).nullable(),
    }),
  }),
  problems: ['WRONG_PASSWORD', 'NO_PASSWORD', 'USERNAME_TAKEN', 'EMAIL_TAKEN'],
  fallback: 'Failed to update profile. Please check your current password and try again.',
} as const;
export const putAdminProfile = endpoint({ method: 'PUT', ...profileChange });
export const patchAdminProfile = endpoint({ method: 'PATCH', ...profileChange });

export const listAdministrators = endpoint({
  method: 'GET',
  path: '/api/admin/administrators',
  access: 'admin',
  summary: 'Everybody who administers the site, with whether they have two-factor sign-in.',
  query: z.strictObject(listQuery),
  whole: { search: ['username', 'email'] },
  reply: z.array(
    z.object({
      id: uuid,
      username: z.string(),
      email: z.string(),
      twoFactorEnabled: z.boolean(),
      sessions: z.int(),
      lastSeenAt: timestamp.nullable(),
    }),
  ),
  fallback: 'Failed to fetch dashboard data',
});

export const endAdminSessions = endpoint({
  method: 'DELETE',
  path: '/api/admin/administrators/sessions',
  access: 'admin',
  summary: 'Ends all sessions of all administrators but the one that asks.',
  reply: z.object({ ended: z.int() }),
  problems: ['CONFIRMATION_REQUIRED'],
  fallback: 'The sessions could not be ended. Please try again.',
});
