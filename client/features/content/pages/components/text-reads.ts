import { getText } from '#client/features/content/pages/api.ts';
import { read } from '#client/kit/data/query.ts';
import type { TextSlug } from '#contract/content/limits.ts';

/** One of the site's own texts, for the pages that show one. */
export const textRead = (slug: TextSlug) => read(getText, { params: { slug } });
