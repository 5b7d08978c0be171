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
  z.url({ protocol: /^https?$/, error: 'Enter a URL that starts with http:// or https://.' }),
);
/** A single line of text, safe for use in an email header. */
const line = (max: number) =>
  cleanText(max)
    .trim()
    .min(1, 'This field is required.')
    .regex(/^[^\t\n\r\u2028\u2029]*$/, 'Use a single line.');
/**
 * Base URL to which paths are appended. Its host is added to the Content-Security-Policy, so only plain host names are allowed.
 */
const pathStart = z
  .string()
  .max(300)
  .regex(/^(?:https?:\/\/[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::[0-9]{1,5})?(?:\/[\w./-]*)?)?$/i, 'Enter a valid URL.')
  .refine((value) => value === '' || URL.canParse(value), 'Enter a valid URL.');
const hasTwin = (words: string[]): boolean => new Set(words.map((word) => word.toLowerCase())).size < words.length;

const testimonial = z.strictObject({ name: line(60), about: line(80), text: cleanText(400).trim().min(1) });

/** All settings with their defaults. They are from the specification (section 9) or the AD rows of product.md, or our own. */
export const settingFields = {
  siteName: line(SITE_NAME_MAX_CHARACTERS).default(SITE_NAME),
  siteDescription: line(SITE_DESCRIPTION_MAX_CHARACTERS).default('Your trusted source for secure file sharing'),
  maintenanceMode: z.boolean().default(false),
  registrationEnabled: z.boolean().default(true),
  /** Maximum file size in gigabytes. With S3 storage, the server caps it at S3_FILE_MAX_GB. */
  maxUploadSize: inRange(0, 1000).default(15),
  /** Storage quota per leaker, in gigabytes. */
  defaultUserQuota: inRange(0, 100_000).default(50),
  leakerApplicationsEnabled: z.boolean().default(true),
  /** Whether administrators must set up two-factor before they can use the admin panel (product.md ID-9). */
  adminTwoFactorRequired: z.boolean().default(false),
  defaultRole: z.enum(['USER', 'PREMIUM']).default('USER'),
  /** Maximum size in megabytes of an upload sent as a single form; larger files use resumable uploads. */
  multipartLimitMb: wholeInRange(1, 1000).default(100),
  /** Base URL of public images; '' if this site serves them. */
  cdnUrl: pathStart.default(''),
  chatInviteUrl: webAddress.nullable().default(null),
  membershipUrl: webAddress.nullable().default(null),
  supportContact: line(254).min(3).nullable().default(null),
  adCountdownSeconds: wholeInRange(0, 60).default(AD_COUNTDOWN_SECONDS),
  /** Title and text of the house ad on the ad page (product.md DL-4). */
  houseAdTitle: line(80).default('Downloads without the wait'),
  houseAdText: line(300).default('Premium members skip this page and get every Premium asset.'),
  /** Categories available for uploads (product.md, "category"). */
  uploadCategories: z
    .array(line(CATEGORY_MAX_CHARACTERS))
    .min(1)
    .max(CATEGORIES_MAX)
    .refine((names) => !hasTwin(names), 'List each category only once.')
    .default([...UPLOAD_CATEGORIES]),
  /** Session lifetimes; the values in the specification are the maximum (product.md ID-2). */
  sessionIdleDays: wholeInRange(1, 30).default(30),
  sessionMaxDays: wholeInRange(1, 90).default(90),
  adminSessionIdleHours: wholeInRange(1, 24).default(24),
  adminSessionMaxDays: wholeInRange(1, 7).default(7),
  /** Accent colour as `#rrggbb`; null for the default colour. */
  accentColor: z
    .string()
    .regex(/^#[0-9a-f]{6}$/, 'Enter a colour such as #ff8800.')
    .nullable()
    .default(null),
  /** Storage key of the custom logo; null for the Helix logo. */
  logoKey: z.string().max(200).nullable().default(null),
  /** Prices in US dollars (specification, section 9). */
  monthlyPrice: inRange(0, 10_000).default(5),
  yearlyPrice: inRange(0, 100_000).default(48),
  yearlyListPrice: inRange(0, 100_000).default(60),
  /** Premium benefits, in the order given in the specification (section 1). */
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
  /** Patreon tiers that grant Premium. If the list is empty, every tier grants it. */
  patreonTiers: z
    .array(z.strictObject({ id: z.string().regex(/^[\w-]{1,40}$/), name: line(80) }))
    .max(20)
    .default([]),
  /** Quotes from real users, entered by an administrator. */
  testimonials: z.array(testimonial).max(12).default([]),
  /** Demo figures and quotes for the Premium page (product.md PR-1); null if the site has no demo content. */
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

/** Any subset of the settings, including stored settings that no form sends. */
export const settingsChange = z.strictObject(plain).partial();
export type SettingsChange = z.infer<typeof settingsChange>;

/**
 * Settings that an administrator can change directly. The logo is uploaded as a file, and the demo data is part of the initial
 * content.
 */
export const editableSettings = settingsChange.omit({ logoKey: true, premiumDemo: true });
export type EditableSettings = z.infer<typeof editableSettings>;

/**
 * Settings that affect access, session length or permissions, or that send users or their browsers to other sites. Changing any
 * of them requires a recent confirmation.
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
    /** URL of the custom logo; null for the default logo. */
    logo: z.string().nullable(),
    /** Storage is configured outside the panel and is read-only here. */
    storageProvider: z.enum(['local', 's3', 'gcs']),
    storageBucket: z.string(),
    /** For each setting, by name, a description of where it is used. */
    uses: z.record(z.string(), z.string()),
  });
export type AdminSettings = z.infer<typeof adminSettings>;

export const getAdminSettings = endpoint({
  method: 'GET',
  path: '/api/admin/settings',
  access: 'admin',
  summary: 'Returns all editable settings, and where each one is used.',
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
  summary: 'Uploads the site logo (multipart/form-data, with one file named `logo`).',
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
  summary: 'Returns the site logo by its file name, as given in the public site settings.',
  params: z.strictObject({ file: z.string() }),
  reply: null,
  sends: 'image/webp',
  problems: ['NOT_FOUND'],
  fallback: 'Nothing was found at this URL.',
});

export const getAccentStyles = endpoint({
  method: 'GET',
  path: '/public/accent/{file}',
  access: 'visitor',
  summary:
    "Returns the stylesheet for an accent colour; `file` is `rrggbb.css`. The colour's lightness is adjusted so that text stays readable.",
  params: z.strictObject({ file: z.string() }),
  reply: null,
  sends: 'text/css',
  problems: ['NOT_FOUND'],
  fallback: 'Nothing was found at this URL.',
});

/** New password. The form sends an empty string to keep the current one. */
const newPasswordOrNone = z
  .string()
  .max(PASSWORD_MAX_CHARACTERS, `At most ${PASSWORD_MAX_CHARACTERS} characters.`)
  .refine(
    (value) => value === '' || value.length >= PASSWORD_MIN_CHARACTERS,
    `At least ${PASSWORD_MIN_CHARACTERS} characters.`,
  )
  .refine((value) => value.isWellFormed() && !value.includes('\0'), 'This contains unsupported characters.');

const profileChange = {
  path: '/api/admin/profile',
  access: 'admin',
  summary:
    "Changes the logged-in administrator's own account. Changes that still have to be confirmed with a link or code are returned as pending.",
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
      /** The new email address, which takes effect once the emailed link is opened; null if unchanged. */
      email: z.string().nullable(),
      /**
       * The two-factor change that still has to be completed; null if unchanged. `enable` is completed by calling
       * two-factor/setup and then two-factor/enable; `disable` is completed by calling two-factor/disable.
       */
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
  summary: 'Lists all administrators and whether each has two-factor turned on.',
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
  summary: "Ends all administrators' sessions except the current one.",
  reply: z.object({ ended: z.int() }),
  problems: ['CONFIRMATION_REQUIRED'],
  fallback: 'The sessions could not be ended. Please try again.',
});
