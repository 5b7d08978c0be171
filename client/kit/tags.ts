// Tags as people type them (specification, section 5).
import { TAG_MAX_CHARACTERS, TAGS_MAX } from '#contract/uploads/limits.ts';

/** A tag as the server will keep it. */
export function plainTag(typed: string): string {
  return typed.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/**
 * The tags with what was typed: trimmed, empty and repeated ones ignored (specification, section 5). `objection` says
 * why nothing was added when that is for the person to know.
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
