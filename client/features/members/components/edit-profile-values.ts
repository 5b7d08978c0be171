// Values that the Edit Profile dialog sends (specification, section 5; product.md ID-8).
import { CallError } from '#client/kit/data/call.ts';
import type { Account } from '#contract/accounts/api.ts';
import { cleanText } from '#contract/http.ts';
import { profileForm } from '#contract/members/api.ts';
import { BIO_MAX_CHARACTERS } from '#contract/members/limits.ts';

/** Text fields of the dialog. Here the username is required and the bio may be empty; the schema of the API call differs. */
export const profileTexts = profileForm
  .pick({ username: true })
  .required()
  .extend({ bio: cleanText(BIO_MAX_CHARACTERS) });

/** State of a picture in the form: unchanged (null), replaced or removed. */
export type ProfilePictureChange = { blob: Blob; url: string } | 'cleared' | null;
export type ProfilePictures = { avatar: ProfilePictureChange; banner: ProfilePictureChange };

/** Sends only non-empty values; the names of emptied fields go into `clear`. */
export function profileFormData(
  texts: { username: string; bio: string },
  before: Pick<Account, 'bio'>,
  pictures: ProfilePictures,
): FormData {
  const form = new FormData();
  const cleared: string[] = [];
  form.set('username', texts.username.trim());
  if (texts.bio) form.set('bio', texts.bio);
  else if (before.bio) cleared.push('bio');
  for (const name of ['avatar', 'banner'] as const) {
    const change = pictures[name];
    if (change === 'cleared') cleared.push(name);
    else if (change) form.set(name, change.blob, `${name}.${change.blob.type === 'image/webp' ? 'webp' : 'jpg'}`);
  }
  if (cleared.length > 0) form.set('clear', cleared.join(','));
  return form;
}

/** Error message for a failed save (specification, section 8): the server's own if it sent one. */
export function profileFailure(error: unknown): string {
  if (!(error instanceof CallError)) return 'Profile update failed';
  return error.status === 0 ? 'An error occurred during profile update' : error.message;
}
