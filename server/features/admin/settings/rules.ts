import { randomBytes } from 'node:crypto';
import type { AdminSettings } from '#contract/admin/settings.ts';
import { S3_FILE_MAX_GB } from '#contract/uploads/limits.ts';
import type { Config } from '#server/config.ts';
import { filesFolderOf } from '#server/kit/storage/open.ts';
import type { StorageSetUp } from '#server/kit/storage/settings.ts';
import type { SiteSettings } from '#server/platform/settings.ts';

/** Error message if the storage cannot hold files of this size; undefined if it can. */
export function uploadSizeProblem(gigabytes: number | undefined, { kind }: StorageSetUp): string | undefined {
  return kind === 's3' && gigabytes !== undefined && gigabytes > S3_FILE_MAX_GB
    ? `At most ${S3_FILE_MAX_GB} GB. This site's S3 storage doesn't accept larger files.`
    : undefined;
}

type Place = Pick<AdminSettings, 'storageProvider' | 'storageBucket'>;

/** Maximum size of the logo in pixels, which is three times its size in the header. */
export const logoSize = { width: 720, height: 120, whole: true } as const;

const LOGO_FILE = /^[0-9a-f]{32}\.webp$/;

/** A unique file name for a new logo, so that browsers can cache it forever. */
export function newLogoFile(): string {
  return `${randomBytes(16).toString('hex')}.webp`;
}

/** The storage key for a logo's file name; null if the name is invalid. */
export function logoKeyOf(file: string): string | null {
  return LOGO_FILE.test(file) ? `site/${file}` : null;
}

/** URL of the logo with this storage key. */
export function logoUrl(key: string | null): string | null {
  const file = key?.startsWith('site/') ? key.slice(5) : '';
  return logoKeyOf(file) ? `/public/site/${file}` : null;
}

/** The colour that an accent stylesheet's file name contains; null if the name is invalid. */
export function accentOfFile(file: string): string | null {
  const hex = /^([0-9a-f]{6})\.css$/.exec(file)?.[1];
  return hex ? `#${hex}` : null;
}

/** Where each setting is used, as shown next to it in the forms. */
export const settingUses: Record<keyof SiteSettings, string> = {
  siteName: 'Header, footer, page titles, emails',
  siteDescription: 'Search engines and shared links',
  maintenanceMode: 'Only admins can use the site',
  registrationEnabled: 'Sign-up by email, Google and Discord',
  maxUploadSize: 'Size of each uploaded file, in gigabytes',
  defaultUserQuota: 'Storage per leaker, in gigabytes',
  leakerApplicationsEnabled: 'Applications to become a leaker',
  adminTwoFactorRequired: 'All admin features',
  defaultRole: 'New accounts',
  multipartLimitMb: 'Size of uploads sent as a single form, in megabytes',
  cdnUrl: 'URLs of thumbnails and previews',
  chatInviteUrl: 'Community links, Discord card on the dashboard',
  membershipUrl: 'Premium page',
  supportContact: 'Help page, emails',
  adCountdownSeconds: 'Ad page before free downloads',
  houseAdTitle: 'What the ad page shows when no ad is running',
  houseAdText: 'What the ad page shows when no ad is running',
  uploadCategories: 'Upload form and filters',
  sessionIdleDays: 'Inactive members',
  sessionMaxDays: 'All members, active or not',
  adminSessionIdleHours: 'Inactive admins',
  adminSessionMaxDays: 'All admins, active or not',
  accentColor: 'Highlights, links and indicators on every page',
  logoKey: 'Header, footer, admin panel',
  monthlyPrice: 'Premium page',
  yearlyPrice: 'Premium page',
  yearlyListPrice: 'Premium page',
  premiumBenefits: 'Premium page and dialogs',
  patreonTiers: 'Premium through Patreon',
  testimonials: 'Premium page',
  premiumDemo: 'Premium page with demo content',
};

/** Where files are stored, for the settings page: the folder, or the bucket and its prefix. */
export function describePlace(config: Pick<Config, 'dataDir' | 'storage'>): Place {
  const { storage } = config;
  if (storage.kind === 'disk') return { storageProvider: 'local', storageBucket: filesFolderOf(config) };
  const inside = storage.prefix.replace(/\/$/, '');
  return { storageProvider: storage.kind, storageBucket: [storage.bucket, inside].filter(Boolean).join('/') };
}

/** Settings for the admin panel. Demo figures are left out, because no form edits them. */
export function presentSettings(
  { logoKey, premiumDemo: _demo, ...settings }: SiteSettings,
  place: Place,
): AdminSettings {
  const { logoKey: logo, premiumDemo: _use, ...uses } = settingUses;
  const most = place.storageProvider === 's3' ? ` (up to ${S3_FILE_MAX_GB} with S3 storage)` : '';
  const maxUploadSize = `${uses.maxUploadSize}${most}`;
  return { ...settings, logo: logoUrl(logoKey), ...place, uses: { ...uses, maxUploadSize, logo } };
}
