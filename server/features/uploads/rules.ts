// Decisions about uploads without I/O.

import type { BodyOf } from '#contract/http.ts';
import type { UploadDetails } from '#contract/uploads/api.ts';
import { DELETED_KEPT_DAYS, KNOWN_EDITORS, TAG_MAX_CHARACTERS, TAGS_MAX } from '#contract/uploads/limits.ts';
import { ANY_EDITOR, type ProposedFile, proposeDetails } from '#contract/uploads/proposals.ts';
import type { sendUploadFile } from '#contract/uploads/sessions.ts';
import { Problem } from '#server/kit/http/problem.ts';
import type { Viewer } from '#server/platform/viewer.ts';

/** Every category with this word is premium; the database says the same of its rows. */
export function isPremiumCategory(category: string): boolean {
  return category.toLowerCase().includes('premium');
}

/**
 * A category as the site spells it. One that a resource has already stays possible when the site offers it no more.
 * @throws Problem BAD_INPUT for any other
 */
export function categoryMeant(given: string, offered: readonly string[], had?: string): string {
  const text = given.trim().toLowerCase();
  const meant = [...offered, ...(had === undefined ? [] : [had])].find((category) => category.toLowerCase() === text);
  if (meant === undefined) throw new Problem('BAD_INPUT', { fields: { category: 'Choose one of the categories.' } });
  return meant;
}

/** What decides whether a licence fits. `licence` is null as long as none was chosen. */
export type LicenceChoice = { category: string; licence: string | null; saleDeclared: boolean };

/**
 * Why a licence does not fit what a resource is put under, or null (product.md UP-2): CC BY-NC can be neither Premium nor
 * in category Free, and Premium needs the declaration that the site may offer it for payment. That none was chosen is
 * another matter: RIGHTS_NOT_DECLARED.
 */
export function licenceProblem({ category, licence, saleDeclared }: LicenceChoice): 'LICENCE_NOT_ALLOWED' | null {
  const isPremium = isPremiumCategory(category);
  const isFree = category.trim().toLowerCase() === 'free';
  if (licence === 'CC BY-NC 4.0' && (isPremium || isFree)) return 'LICENCE_NOT_ALLOWED';
  if (isPremium && !saleDeclared) return 'LICENCE_NOT_ALLOWED';
  return null;
}

/** Whoever sees the tags sees something: a letter, a digit, a sign. */
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * Tags as a resource keeps them: NFKC, small, each once, without blanks around them or of more than one. What shows
 * nothing is dropped. Null when one of them grows too long by that.
 */
export function cleanTags(given: readonly string[]): string[] | null {
  const tags = given
    .map((tag) => tag.normalize('NFKC').toLowerCase().normalize('NFKC').replaceAll(/\s+/g, ' ').trim())
    .filter((tag) => SEEN.test(tag));
  return tags.some((tag) => tag.length > TAG_MAX_CHARACTERS) ? null : [...new Set(tags)];
}

/** The tags of a form, with commas between them. */
export function splitTags(given: string | undefined): string[] {
  return (given ?? '').split(',').filter((tag) => tag.trim() !== '');
}

const onOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** An editor that is known is written as everybody writes it, so that it is one value of the filter. */
const spellEditor = (given: string): string => {
  const editor = onOneLine(given);
  return KNOWN_EDITORS.find((known) => known.toLowerCase() === editor.toLowerCase()) ?? editor;
};

/** What a leaker says of a resource, as it is kept; `licence` is null where a form did not say any. */
export type CleanDetails = Omit<UploadDetails, 'licence'> & { licence: string | null };

/**
 * Brings what a leaker says into the form in which it is kept.
 * @throws Problem BAD_INPUT for texts that show nothing and for tags that cannot be kept
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

/** Refuses a resource whose licence and rights are not as they must be before it is handed in (product.md UP-2). */
export function requireLicence({ rightsDeclared, ...choice }: Declared): void {
  if (choice.licence === null || !rightsDeclared) throw new Problem('RIGHTS_NOT_DECLARED');
  const code = licenceProblem(choice);
  if (code !== null) throw new Problem(code);
}

/**
 * Whether somebody may see and change an upload in any state: its leaker, and administrators, who are members like others as
 * long as they lack the second factor that the site asks of them.
 */
export function mayChange(authorId: string, viewer: Pick<Viewer, 'id' | 'role' | 'needsTwoFactor'>): boolean {
  return viewer.id === authorId || (viewer.role === 'ADMIN' && !viewer.needsTwoFactor);
}

/** The range of paths in the order of "C" that one of a request stands for: a file's own, or all beneath a folder. */
export function pathRangeOf(path: string): { from: string; before: string } {
  // "0" is the character after the slash.
  return path.endsWith('/') ? { from: path, before: `${path.slice(0, -1)}0` } : { from: path, before: `${path}\x01` };
}

/** Deleted uploads of before this time are gone for good. */
export function purgeTime(now: Date): Date {
  return new Date(now.getTime() - DELETED_KEPT_DAYS * 86_400_000);
}

/** The category of a form that sends none. */
const USUAL_CATEGORY = 'Free';

/**
 * What a form says of a resource that it begins. Without a type or an editor, its file proposes them. Licence and declarations may come later: until then it cannot be approved
 * (product.md UP-4).
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
