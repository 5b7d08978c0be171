// Validation rules for upload details. The form checks them before it sends anything; the server enforces the same rules.

import { type UploadDetails, uploadDetails } from '#contract/uploads/api.ts';
import type { UPLOAD_LICENCES } from '#contract/uploads/limits.ts';

type Licence = (typeof UPLOAD_LICENCES)[number];

/** One-line description of each available licence (product.md UP-2). */
export const LICENCE_WORDS: Record<Licence, string> = {
  CC0: 'Any use, no credit needed.',
  'CC BY 4.0': 'Any use, with credit to you.',
  'CC BY-NC 4.0': 'Like CC BY, but non-commercial only.',
  'Helix Standard': 'Personal and commercial projects. No redistribution of the files.',
};

export function isPremiumCategory(category: string): boolean {
  return /premium/i.test(category);
}

/** CC BY-NC is not allowed in the Free and Premium categories (product.md UP-2). */
export function allowsLicence(category: string, licence: string): boolean {
  return licence !== 'CC BY-NC 4.0' || !(category === 'Free' || isPremiumCategory(category));
}

export const NOT_FOR_THIS_CATEGORY =
  "CC BY-NC 4.0 can't be used for Free or Premium assets. Choose another licence or category.";

/** Makes cross-field rules run even if other fields are invalid, so that all errors are shown together. */
const when = (): boolean => true;

/** Schema of the request body with the server's rules, so that errors appear next to the fields before anything is sent. */
export const detailsSchema = uploadDetails
  .refine(({ category, licence }) => allowsLicence(category, licence), {
    when,
    path: ['licence'],
    error: NOT_FOR_THIS_CATEGORY,
  })
  .refine(({ rightsDeclared }) => rightsDeclared, {
    when,
    path: ['rightsDeclared'],
    error: 'Please confirm that you have the right to share it here.',
  })
  .refine(({ category, saleDeclared }) => saleDeclared || !isPremiumCategory(category), {
    when,
    path: ['saleDeclared'],
    error: 'Premium assets require your permission to charge for access.',
  });

/** Initial form values. Type and editor stay empty until they are suggested from the files or the user chooses them. */
export const emptyDetails: Omit<UploadDetails, 'type'> = {
  title: '',
  description: '',
  category: 'Free',
  editor: '',
  editorMinVersion: null,
  tags: [],
  licence: 'Helix Standard',
  rightsDeclared: false,
  saleDeclared: false,
};

/** Initial form values, with a default category that the site offers. */
export function emptyDetailsIn(categories: readonly string[]): Omit<UploadDetails, 'type'> {
  return {
    ...emptyDetails,
    category: categories.includes(emptyDetails.category)
      ? emptyDetails.category
      : (categories[0] ?? emptyDetails.category),
  };
}
