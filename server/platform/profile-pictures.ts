/** Avatar and banner URLs, and the badges next to usernames. */

const DEFAULTS = {
  avatar: '/public/Images/default-avatar.png',
  banner: '/public/Images/default-banner.png',
} as const;

/**
 * URL of a user's avatar or banner (specification, section 3). A value that starts with http or /public/ is already the URL, any
 * other value is a file name under /public/users/, and null means the default image.
 */
export function pictureUrl(value: string | null, kind: keyof typeof DEFAULTS): string {
  if (!value) return DEFAULTS[kind];
  return /^https?:\/\/|^\/public\//.test(value) ? value : `/public/users/${value}`;
}

/** A user's badges: those that administrators have granted, plus PRO while the user has Premium. */
export function badgesOf(granted: readonly string[], isPremium: boolean): string[] {
  return [...new Set([...granted, ...(isPremium ? ['PRO'] : [])])];
}
