// Loads the site's text pages (terms, FAQ, privacy, report), which administrators can edit.
import { apiCall } from '#client/kit/data/call.ts';
import { read } from '#client/kit/data/query.ts';
import type { TextSlug } from '#contract/content/limits.ts';
import type * as contract from '#contract/content/pages.ts';

const getText = apiCall<typeof contract.getText>({
  method: 'GET',
  path: '/api/texts/{slug}',
  fallback: 'Failed to load data',
});

/** Query for the content of one text page. */
export function textRead(slug: TextSlug) {
  return read(getText, { params: { slug } });
}
