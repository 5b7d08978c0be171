// What a leaker may say of a resource: the same rules as the server's, told before anything is sent.

import { type UploadDetails, uploadDetails } from '#contract/uploads/api.ts';
import type { UPLOAD_LICENCES } from '#contract/uploads/limits.ts';

type Licence = (typeof UPLOAD_LICENCES)[number];

/** A line on each licence that is offered (product.md UP-2). */
export const LICENCE_WORDS: Record<Licence, string> = {
  CC0: 'Everybody may do anything with it, without naming you.',
  'CC BY 4.0': 'Everybody may use and change it, and names you.',
  'CC BY-NC 4.0': 'As CC BY, but never in anything that earns money.',
  'Helix Standard': 'For one’s own work, private or paid; passing the files on is not allowed.',
};

export function isPremiumCategory(category: string): boolean {
  return /premium/i.test(category);
}

/** CC BY-NC is for neither Free nor Premium (product.md UP-2). */
export function allowsLicence(category: string, licence: string): boolean {
  return licence !== 'CC BY-NC 4.0' || !(category === 'Free' || isPremiumCategory(category));
}

export const NOT_FOR_THIS_CATEGORY =
  'CC BY-NC 4.0 is for neither Free nor Premium. Choose another licence or category.';

/** A rule over several fields is looked at also while another field is wrong: all that is missing is said together. */
const when = (): boolean => true;

/** The body of the calls that carry details, with what the server would refuse said beside the fields. */
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
    error: 'Premium needs your word that it may be offered for payment.',
  });

/** What the form begins with. Type and editor are open until the files, or the person, say them. */
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

/** The same where the site has other categories. */
export function emptyDetailsIn(categories: readonly string[]): Omit<UploadDetails, 'type'> {
  return {
    ...emptyDetails,
    category: categories.includes(emptyDetails.category)
      ? emptyDetails.category
      : (categories[0] ?? emptyDetails.category),
  };
}
