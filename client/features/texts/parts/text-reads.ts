import { read } from '#client/kit/query.ts';
import type { TextSlug } from '#contract/limits.ts';
import { getText } from '../api.ts';

/** One of the site's own texts, for the pages that show one. */
export const textRead = (slug: TextSlug) => read(getText, { params: { slug } });
