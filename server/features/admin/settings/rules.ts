import { randomBytes } from 'node:crypto';
import type { AdminSettings } from '#contract/admin/settings.ts';
import { S3_FILE_MAX_GB } from '#contract/uploads/limits.ts';
import type { Config } from '#server/config.ts';
import { filesFolderOf } from '#server/kit/storage/open.ts';
import type { StorageSetUp } from '#server/kit/storage/settings.ts';
import type { SiteSettings } from '#server/platform/settings.ts';

/** Why a file must not be set to be as large as this where files are kept; undefined when it may. */
export function uploadSizeProblem(gigabytes: number | undefined, { kind }: StorageSetUp): string | undefined {
  return kind === 's3' && gigabytes !== undefined && gigabytes > S3_FILE_MAX_GB
    ? `At most ${S3_FILE_MAX_GB}: the S3 storage of this site takes no larger file.`
    : undefined;
}

type Place = Pick<AdminSettings, 'storageProvider' | 'storageBucket'>;

/** Pixels of the logo at the most: three times as many as the header shows. */
export const logoSize = { width: 720, height: 120, whole: true } as const;

const LOGO_FILE = /^[0-9a-f]{32}\.webp$/;

/** A name for a new logo; none is ever given twice, so browsers may keep each for good. */
export function newLogoFile(): string {
  return `${randomBytes(16).toString('hex')}.webp`;
}

/** Storage key of a logo's file name; null for any other name. */
export function logoKeyOf(file: string): string | null {
  return LOGO_FILE.test(file) ? `site/${file}` : null;
}

/** Address of the logo that is stored under a key. */
export function logoUrl(key: string | null): string | null {
  const file = key?.startsWith('site/') ? key.slice(5) : '';
  return logoKeyOf(file) ? `/public/site/${file}` : null;
}

/** The colour in the name of an accent's style sheet; null for any other name. */
export function accentOfFile(file: string): string | null {
  const hex = /^([0-9a-f]{6})\.css$/.exec(file)?.[1];
  return hex ? `#${hex}` : null;
}

/** Where each setting is used: what the forms say beside it. */
export const settingUses: Record<keyof SiteSettings, string> = {
  siteName: 'Header, footer, titles of pages, mails',
  siteDescription: 'Search engines and shared links',
  maintenanceMode: 'Every page and call: only administrators see the site',
  registrationEnabled: 'Sign-up by e-mail, Google and Discord',
  maxUploadSize: 'Each file that is uploaded, in gigabytes',
  defaultUserQuota: 'Storage of each leaker, in gigabytes',
  leakerApplicationsEnabled: 'Applications to become a leaker',
  adminTwoFactorRequired: 'Everything that administrators do',
  defaultRole: 'Accounts made from now on',
  multipartLimitMb: 'Uploads that arrive as one form, in megabytes',
  cdnUrl: 'Addresses of thumbnails and previews',
  chatInviteUrl: 'Community links, Discord card of the dashboard',
  membershipUrl: 'Premium page',
  supportContact: 'Help page, mails about lost accounts',
  adCountdownSeconds: 'Ad page before free downloads',
  houseAdTitle: 'Ad page when no advertisement runs',
  houseAdText: 'Ad page when no advertisement runs',
  uploadCategories: 'Upload form and filters',
  sessionIdleDays: 'Sign-ins of members that are not used',
  sessionMaxDays: 'Sign-ins of members, used or not',
  adminSessionIdleHours: 'Sign-ins of administrators that are not used',
  adminSessionMaxDays: 'Sign-ins of administrators, used or not',
  accentColor: 'Marks, links and lights of every page',
  logoKey: 'Header, footer, administration',
  monthlyPrice: 'Premium page',
  yearlyPrice: 'Premium page',
  yearlyListPrice: 'Premium page',
  premiumBenefits: 'Premium page and dialogs',
  patreonTiers: 'Premium by a membership at Patreon',
  testimonials: 'Premium page',
  premiumDemo: 'Premium page while the demo is there',
};

/** Where the files are, as the settings tell it: the folder, or the bucket and what names begin with there. */
export function describePlace(config: Pick<Config, 'dataDir' | 'storage'>): Place {
  const { storage } = config;
  if (storage.kind === 'disk') return { storageProvider: 'local', storageBucket: filesFolderOf(config) };
  const inside = storage.prefix.replace(/\/$/, '');
  return { storageProvider: storage.kind, storageBucket: [storage.bucket, inside].filter(Boolean).join('/') };
}

/** The demo's figures come and go with the demo: no form shows them. */
export function presentSettings(
  { logoKey, premiumDemo: _demo, ...settings }: SiteSettings,
  place: Place,
): AdminSettings {
  const { logoKey: logo, premiumDemo: _use, ...uses } = settingUses;
  const most = place.storageProvider === 's3' ? `, at most ${S3_FILE_MAX_GB} in an S3 storage` : '';
  const maxUploadSize = `${uses.maxUploadSize}${most}`;
  return { ...settings, logo: logoUrl(logoKey), ...place, uses: { ...uses, maxUploadSize, logo } };
}
