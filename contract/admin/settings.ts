// Site administration: settings, logo and accent colour, the administrator's own profile, and the list of administrators.
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
  z.url({ protocol: /^https?$/, error: 'Enter an address that starts with http:// or https://.' }),
);
/** A single line of text; it may be used in an email header. */
const line = (max: number) =>
  cleanText(max)
    .trim()
    .min(1, 'This field is required.')
    .regex(/^[^\t\n\r\u2028\u2029]*$/, 'Use a single line.');
/** A base URL that paths are appended to. Its host goes into the Content-Security-Policy, so only plain ones are allowed. */
const pathStart = z
  .string()
  .max(300)
  .regex(/^(?:https?:\/\/[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::[0-9]{1,5})?(?:\/[\w./-]*)?)?$/i, 'Enter a valid address.')
  .refine((value) => value === '' || URL.canParse(value), 'Enter a valid address.');
const hasTwin = (words: string[]): boolean => new Set(words.map((word) => word.toLowerCase())).size < words.length;

const testimonial = z.strictObject({ name: line(60), about: line(80), text: cleanText(400).trim().min(1) });

/** All settings with their defaults (specification, section 9; product.md AD rows; house rules for the rest). */
export const settingFields = {
  siteName: line(SITE_NAME_MAX_CHARACTERS).default(SITE_NAME),
  siteDescription: line(SITE_DESCRIPTION_MAX_CHARACTERS).default('Your trusted source for secure file sharing'),
  maintenanceMode: z.boolean().default(false),
  registrationEnabled: z.boolean().default(true),
  /** Maximum gigabytes per file. With S3 storage the server caps it at S3_FILE_MAX_GB. */
  maxUploadSize: inRange(0, 1000).default(15),
  /** Storage quota per leaker, in gigabytes. */
  defaultUserQuota: inRange(0, 100_000).default(50),
  leakerApplicationsEnabled: z.boolean().default(true),
  /** Whether administrators need two-factor before they can use the admin panel (product.md ID-9). */
  adminTwoFactorRequired: z.boolean().default(false),
  defaultRole: z.enum(['USER', 'PREMIUM']).default('USER'),
  /** Maximum megabytes of an upload sent as a single form; larger files use resumable uploads. */
  multipartLimitMb: wholeInRange(1, 1000).default(100),
  /** Base URL of public images; '' for this site. */
  cdnUrl: pathStart.default(''),
  chatInviteUrl: webAddress.nullable().default(null),
  membershipUrl: webAddress.nullable().default(null),
  supportContact: line(254).min(3).nullable().default(null),
  adCountdownSeconds: wholeInRange(0, 60).default(AD_COUNTDOWN_SECONDS),
  /** Text of the house ad on the ad page (product.md DL-4). */
  houseAdTitle: line(80).default('Downloads without the wait'),
  houseAdText: line(300).default('Premium members skip this page and get every premium asset.'),
  /** Categories that uploads can choose from (product.md, "category"). */
  uploadCategories: z
    .array(line(CATEGORY_MAX_CHARACTERS))
    .min(1)
    .max(CATEGORIES_MAX)
    .refine((names) => !hasTwin(names), 'List each category only once.')
    .default([...UPLOAD_CATEGORIES]),
  /** Session lifetimes; the specified values are the maximum (product.md ID-2). */
  sessionIdleDays: wholeInRange(1, 30).default(30),
  sessionMaxDays: wholeInRange(1, 90).default(90),
  adminSessionIdleHours: wholeInRange(1, 24).default(24),
  adminSessionMaxDays: wholeInRange(1, 7).default(7),
  /** `#rrggbb`; null for the default. */
  accentColor: z
    .string()
    .regex(/^#[0-9a-f]{6}$/, 'Enter a colour such as #ff8800.')
    .nullable()
    .default(null),
  /** Storage key of a custom logo; null for the Helix logo. */
  logoKey: z.string().max(200).nullable().default(null),
  /** Dollars (specification, section 9). */
  monthlyPrice: inRange(0, 10_000).default(5),
  yearlyPrice: inRange(0, 100_000).default(48),
  yearlyListPrice: inRange(0, 100_000).default(60),
  /** Premium benefits, in the specification's order (section 1). */
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
  /** Patreon tiers that grant Premium; if empty, every tier does. */
  patreonTiers: z
    .array(z.strictObject({ id: z.string().regex(/^[\w-]{1,40}$/), name: line(80) }))
    .max(20)
    .default([]),
  /** Quotes from real users, entered by an administrator. */
  testimonials: z.array(testimonial).max(12).default([]),
  /** Figures and quotes shown on the Premium page while demo content is present (product.md PR-1); otherwise null. */
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

/** A partial settings change, including stored settings that no form sends. */
export const settingsChange = z.strictObject(plain).partial();
export type SettingsChange = z.infer<typeof settingsChange>;

/** Settings that an administrator can change by name. The logo is uploaded as a file; the demo comes with the initial content. */
export const editableSettings = settingsChange.omit({ logoKey: true, premiumDemo: true });
export type EditableSettings = z.infer<typeof editableSettings>;

/**
 * Settings that control access, session length and permissions, or where users and browsers are sent. Changing one requires a
 * fresh confirmation.
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
    /** URL of the custom logo. */
    logo: z.string().nullable(),
    /** File storage, which is configured outside the panel and read-only here. */
    storageProvider: z.enum(['local', 's3', 'gcs']),
    storageBucket: z.string(),
    /** Where each setting is used, by setting name. */
    uses: z.record(z.string(), z.string()),
  });
export type AdminSettings = z.infer<typeof adminSettings>;

export const getAdminSettings = endpoint({
  method: 'GET',
  path: '/api/admin/settings',
  access: 'admin',
  summary: 'All editable settings, and where each one is used.',
  reply: adminSettings,
  fallback: 'Failed to fetch dashboard data',
});

const change = {
  path: '/api/admin/settings',
  access: 'admin',
  summary: `Changes the settings you send; the others stay as they are. Takes effect immediately in every process. With S3-compatible storage, maxUploadSize is at most ${S3_FILE_MAX_GB}.`,
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
  summary: 'Uploads the site logo (multipart/form-data, one file `logo`).',
  form: { fields: z.strictObject({}), files: ['logo'] },
  reply: adminSettings,
  problems: ['NOT_AN_IMAGE', 'TOO_LARGE', 'STORAGE_FULL'],
  fallback: 'Failed to upload logo image',
});

export const deleteLogo = endpoint({
  method: 'DELETE',
  path: '/api/admin/settings/logo',
  access: 'admin',
  summary: 'Removes the logo. The site name is shown instead.',
  reply: adminSettings,
  fallback: 'Failed to save settings. Please try again.',
});

export const getSitePicture = endpoint({
  method: 'GET',
  path: '/public/site/{file}',
  access: 'visitor',
  summary: 'The site logo, by the file name given in the public site information.',
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
  summary: 'The stylesheet of an accent colour, `rrggbb.css`. Lightness is adjusted so that text stays readable.',
  params: z.strictObject({ file: z.string() }),
  reply: null,
  sends: 'text/css',
  problems: ['NOT_FOUND'],
  fallback: 'There is nothing at this address.',
});

/** Forms send an empty field to keep the current password. */
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
  summary: "Changes the administrator's own account. Changes that still need a link or code are returned as pending.",
  body: z.strictObject({
    username: z.string().trim().max(USERNAME_MAX_CHARACTERS, 'This username is not valid.').pipe(username).optional(),
    email: cleanText(EMAIL_MAX_CHARACTERS).pipe(z.email('Enter a valid email address.')).optional(),
    currentPassword: password,
    newPassword: newPasswordOrNone.optional(),
    twoFactorEnabled: z.boolean().optional(),
  }),
  reply: z.object({
    user: account,
    pending: z.object({
      /** The new email address, which takes effect once its mailed link is opened. */
      email: z.string().nullable(),
      /** The pending two-factor change: continue with two-factor/setup and enable, or with two-factor/disable. */
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
  summary: 'All administrators, and whether each has two-factor turned on.',
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
  summary: 'Ends all sessions of all administrators except the current session.',
  reply: z.object({ ended: z.int() }),
  problems: ['CONFIRMATION_REQUIRED'],
  fallback: 'The sessions could not be ended. Please try again.',
});
