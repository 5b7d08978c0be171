// The site's editable texts, for pages that show one of them.
import { apiCall } from '#client/kit/data/call.ts';
import { read } from '#client/kit/data/query.ts';
import type { TextSlug } from '#contract/content/limits.ts';
import type * as contract from '#contract/content/pages.ts';

const getText = apiCall<typeof contract.getText>({
  method: 'GET',
  path: '/api/texts/{slug}',
  fallback: 'Failed to load data',
});

/** Query for one of the site's texts. */
export function textRead(slug: TextSlug) {
  return read(getText, { params: { slug } });
}
