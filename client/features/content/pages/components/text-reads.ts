import { getText } from '#client/features/content/pages/api.ts';
import { read } from '#client/kit/data/query.ts';
import type { TextSlug } from '#contract/content/limits.ts';

/** One of the site's own texts, for the pages that show one. */
export function textRead(slug: TextSlug) {
  return read(getText, { params: { slug } });
}
