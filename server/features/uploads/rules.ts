// Upload rules without I/O.

import type { BodyOf } from '#contract/http.ts';
import type { UploadDetails } from '#contract/uploads/api.ts';
import { DELETED_KEPT_DAYS, KNOWN_EDITORS, TAG_MAX_CHARACTERS, TAGS_MAX } from '#contract/uploads/limits.ts';
import { ANY_EDITOR, type ProposedFile, proposeDetails } from '#contract/uploads/proposals.ts';
import type { sendUploadFile } from '#contract/uploads/sessions.ts';
import { Problem } from '#server/kit/http/problem.ts';
import type { Viewer } from '#server/platform/viewer.ts';

/** A category containing this word is premium; the database has the same rule. */
export function isPremiumCategory(category: string): boolean {
  return category.toLowerCase().includes('premium');
}

/**
 * The category in the site's spelling. A resource may keep a category that the site no longer offers.
 * @throws Problem BAD_INPUT for any other category
 */
export function categoryMeant(given: string, offered: readonly string[], had?: string): string {
  const text = given.trim().toLowerCase();
  const meant = [...offered, ...(had === undefined ? [] : [had])].find((category) => category.toLowerCase() === text);
  if (meant === undefined) throw new Problem('BAD_INPUT', { fields: { category: 'Choose a category from the list.' } });
  return meant;
}

/** The fields that decide whether a licence is allowed. `licence` is null until one is chosen. */
export type LicenceChoice = { category: string; licence: string | null; saleDeclared: boolean };

/**
 * Why a licence is not allowed in a category, or null if it is allowed (product.md UP-2). CC BY-NC is allowed neither in Premium
 * categories nor in category Free. Premium needs the declaration that the site may charge for the resource. A missing licence is
 * reported elsewhere as RIGHTS_NOT_DECLARED.
 */
export function licenceProblem({ category, licence, saleDeclared }: LicenceChoice): 'LICENCE_NOT_ALLOWED' | null {
  const isPremium = isPremiumCategory(category);
  const isFree = category.trim().toLowerCase() === 'free';
  if (licence === 'CC BY-NC 4.0' && (isPremium || isFree)) return 'LICENCE_NOT_ALLOWED';
  if (isPremium && !saleDeclared) return 'LICENCE_NOT_ALLOWED';
  return null;
}

/** At least one visible character: a letter, digit or symbol. */
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * Normalises tags for storage: NFKC, lower case, unique, whitespace trimmed and collapsed. Tags without visible characters are
 * dropped. Returns null if normalising makes a tag too long.
 */
export function cleanTags(given: readonly string[]): string[] | null {
  const tags = given
    .map((tag) => tag.normalize('NFKC').toLowerCase().normalize('NFKC').replaceAll(/\s+/g, ' ').trim())
    .filter((tag) => SEEN.test(tag));
  return tags.some((tag) => tag.length > TAG_MAX_CHARACTERS) ? null : [...new Set(tags)];
}

/** Splits the comma-separated tags of a form. */
export function splitTags(given: string | undefined): string[] {
  return (given ?? '').split(',').filter((tag) => tag.trim() !== '');
}

const onOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Known editors get their usual spelling, so that each is a single filter value. */
const spellEditor = (given: string): string => {
  const editor = onOneLine(given);
  return KNOWN_EDITORS.find((known) => known.toLowerCase() === editor.toLowerCase()) ?? editor;
};

/** Details of a resource as stored; `licence` is null if a form did not send one. */
export type CleanDetails = Omit<UploadDetails, 'licence'> & { licence: string | null };

/**
 * Normalises the details of a resource for storage.
 * @throws Problem BAD_INPUT for text fields without visible characters and for invalid tags
 */
export function cleanDetails(given: CleanDetails): CleanDetails {
  const tags = cleanTags(given.tags);
  const clean: CleanDetails = {
    ...given,
    title: onOneLine(given.title),
    description: given.description.trim(),
    editor: spellEditor(given.editor),
    editorMinVersion: onOneLine(given.editorMinVersion ?? '') || null,
    tags: tags ?? [],
  };
  const fields: Record<string, string> = {};
  for (const name of ['title', 'description', 'editor'] as const)
    if (!SEEN.test(clean[name])) fields[name] = 'Please fill this in.';
  if (tags === null) fields.tags = `At most ${TAG_MAX_CHARACTERS} characters.`;
  else if (tags.length > TAGS_MAX) fields.tags = `At most ${TAGS_MAX} tags.`;
  if (Object.keys(fields).length > 0) throw new Problem('BAD_INPUT', { fields });
  return clean;
}

type Declared = LicenceChoice & { rightsDeclared: boolean };

/** Throws unless licence and declarations meet the requirements for submission (product.md UP-2). */
export function requireLicence({ rightsDeclared, ...choice }: Declared): void {
  if (choice.licence === null || !rightsDeclared) throw new Problem('RIGHTS_NOT_DECLARED');
  const code = licenceProblem(choice);
  if (code !== null) throw new Problem(code);
}

/**
 * Whether a viewer may see and change an upload in any state: its leaker and administrators. An administrator
 * without the two-factor authentication that the site requires counts as an ordinary member.
 */
export function mayChange(authorId: string, viewer: Pick<Viewer, 'id' | 'role' | 'needsTwoFactor'>): boolean {
  return viewer.id === authorId || (viewer.role === 'ADMIN' && !viewer.needsTwoFactor);
}

/** What emails, notifications and logs call an upload. */
export function titleOf({
  title,
  version,
  versionOf,
}: {
  title: string;
  version: number;
  versionOf: string | null;
}): string {
  return versionOf === null ? title : `${title} (version ${version})`;
}

/** Range of paths (in "C" collation) covered by a requested path: one file, or everything below a folder. */
export function pathRangeOf(path: string): { from: string; before: string } {
  // "0" is the character after "/".
  return path.endsWith('/') ? { from: path, before: `${path.slice(0, -1)}0` } : { from: path, before: `${path}\x01` };
}

/** Uploads deleted before this time are erased. */
export function purgeTime(now: Date): Date {
  return new Date(now.getTime() - DELETED_KEPT_DAYS * 86_400_000);
}

/** Default category for forms that do not send one. */
const USUAL_CATEGORY = 'Free';

/**
 * Details of a resource created by a form. Missing type and editor are suggested from the file. Licence and declarations may
 * be added later; until then the resource cannot be approved (product.md UP-4).
 * @throws Problem BAD_INPUT, LICENCE_NOT_ALLOWED
 */
export function readFormDetails(
  form: BodyOf<typeof sendUploadFile>,
  file: ProposedFile,
  offered: readonly string[],
): CleanDetails {
  const usual = offered.includes(USUAL_CATEGORY) ? USUAL_CATEGORY : (offered[0] ?? USUAL_CATEGORY);
  const proposal = proposeDetails([file]);
  const details = cleanDetails({
    title: form.title ?? '',
    description: form.description ?? '',
    category: categoryMeant(form.category ?? usual, offered),
    type: form.type ?? proposal.type ?? 'other',
    editor: form.editor ?? proposal.editor ?? ANY_EDITOR,
    editorMinVersion: form.editorMinVersion ?? null,
    tags: splitTags(form.tags),
    licence: form.licence ?? null,
    rightsDeclared: form.rightsDeclared === 'true',
    saleDeclared: form.saleDeclared === 'true',
  });
  const code = licenceProblem({ ...details, saleDeclared: true });
  if (code !== null) throw new Problem(code);
  return details;
}
