// Decisions about uploads without I/O.

/** Every category with this word is premium; the database says the same of its rows. */
export const isPremiumCategory = (category: string): boolean => category.toLowerCase().includes('premium');

/** What decides whether a licence fits. `licence` is null as long as none was chosen. */
export type LicenceChoice = { category: string; licence: string | null; saleDeclared: boolean };

/**
 * Why a licence does not fit what a resource is put under, or null (product.md UP-2): CC BY-NC can be neither Premium nor
 * in category Free, and Premium needs the declaration that the site may offer it for payment. That none was chosen is
 * another matter: RIGHTS_NOT_DECLARED.
 */
export const licenceProblem = ({ category, licence, saleDeclared }: LicenceChoice): 'LICENCE_NOT_ALLOWED' | null => {
  const isPremium = isPremiumCategory(category);
  const isFree = category.trim().toLowerCase() === 'free';
  if (licence === 'CC BY-NC 4.0' && (isPremium || isFree)) return 'LICENCE_NOT_ALLOWED';
  if (isPremium && !saleDeclared) return 'LICENCE_NOT_ALLOWED';
  return null;
};
