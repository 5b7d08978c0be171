/** Addresses of people's avatars and banners, and the badges beside their names. */

const DEFAULTS = {
  avatar: '/public/Images/default-avatar.png',
  banner: '/public/Images/default-banner.png',
} as const;

/**
 * Address of a person's picture (specification, section 3): a value starting with http or /public/ is used as it is, any
 * other is a file name under /public/users/, and without a value it is the default picture.
 */
export function pictureUrl(value: string | null, kind: keyof typeof DEFAULTS): string {
  if (!value) return DEFAULTS[kind];
  return /^https?:\/\/|^\/public\//.test(value) ? value : `/public/users/${value}`;
}

/** A person's badges: those that administrators granted, and PRO while they are premium. */
export function badgesOf(granted: readonly string[], isPremium: boolean): string[] {
  return [...new Set([...granted, ...(isPremium ? ['PRO'] : [])])];
}
