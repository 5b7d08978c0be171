const DEFAULTS = {
  avatar: '/public/Images/default-avatar.png',
  banner: '/public/Images/default-banner.png',
} as const;

/**
 * Address of a person's picture (specification, section 3): a value starting with http or /public/ is used as it is, any
 * other is a file name under /public/users/, and without a value it is the default picture.
 */
export const pictureUrl = (value: string | null, kind: keyof typeof DEFAULTS): string => {
  if (!value) return DEFAULTS[kind];
  return /^https?:\/\/|^\/public\//.test(value) ? value : `/public/users/${value}`;
};

/** `<user id>-<hash of the content>.webp`, as the column holds it: a new picture has a new name. */
const PICTURE_FILE = /^([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})-([0-9a-f]{16,64})\.webp$/;

/** Storage key of a picture's file name; null for any other name. */
export const pictureKey = (file: string): string | null => {
  const [, userId, hash] = PICTURE_FILE.exec(file) ?? [];
  return userId && hash ? `u/${userId}/${hash}.webp` : null;
};

/** The file name in a stored picture value, if it is a picture that the site itself keeps. */
export const ownPictureFile = (value: string | null): string | null => {
  const file = value?.replace(/^\/public\/users\//, '') ?? '';
  return pictureKey(file) ? file : null;
};
