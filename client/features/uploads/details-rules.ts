// Validation rules for upload details: the same as on the server, checked before anything is sent.

import { type UploadDetails, uploadDetails } from '#contract/uploads/api.ts';
import type { UPLOAD_LICENCES } from '#contract/uploads/limits.ts';

type Licence = (typeof UPLOAD_LICENCES)[number];

/** One-line description of each offered licence (product.md UP-2). */
export const LICENCE_WORDS: Record<Licence, string> = {
  CC0: 'Any use, no credit needed.',
  'CC BY 4.0': 'Any use, with credit to you.',
  'CC BY-NC 4.0': 'Like CC BY, but non-commercial only.',
  'Helix Standard': 'Personal and commercial projects. No redistribution of the files.',
};

export function isPremiumCategory(category: string): boolean {
  return /premium/i.test(category);
}

/** CC BY-NC is not allowed for Free or Premium (product.md UP-2). */
export function allowsLicence(category: string, licence: string): boolean {
  return licence !== 'CC BY-NC 4.0' || !(category === 'Free' || isPremiumCategory(category));
}

export const NOT_FOR_THIS_CATEGORY =
  "CC BY-NC 4.0 can't be used for Free or Premium. Choose another licence or category.";

/** Runs cross-field rules even if other fields are invalid, so all errors show together. */
const when = (): boolean => true;

/** Request body with the server's rules, so that errors show next to the fields before sending. */
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
    error: 'Premium requires your permission to charge for access.',
  });

/** Initial form values. Type and editor stay empty until the files suggest them or the user chooses. */
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

/** Initial form values for the site's own categories. */
export function emptyDetailsIn(categories: readonly string[]): Omit<UploadDetails, 'type'> {
  return {
    ...emptyDetails,
    category: categories.includes(emptyDetails.category)
      ? emptyDetails.category
      : (categories[0] ?? emptyDetails.category),
  };
}
