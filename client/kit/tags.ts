// Normalises tags as they are typed (specification, section 5).
import { TAG_MAX_CHARACTERS, TAGS_MAX } from '#contract/uploads/limits.ts';

/** A tag in the spelling that the server stores. */
export function plainTag(typed: string): string {
  return typed.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/**
 * Adds a tag. Input is trimmed; empty and duplicate tags are ignored (specification, section 5). `objection` is the error message
 * to show if the tag was rejected.
 */
export function withTag(
  tags: readonly string[],
  typed: string,
  most = TAGS_MAX,
): { tags: readonly string[]; objection: string | null } {
  const tag = plainTag(typed);
  if (tag === '' || tags.includes(tag)) return { tags, objection: null };
  if (tag.length > TAG_MAX_CHARACTERS) return { tags, objection: `At most ${TAG_MAX_CHARACTERS} characters.` };
  if (tags.length >= most) return { tags, objection: `At most ${most} tags.` };
  return { tags: [...tags, tag], objection: null };
}
