import type { PageSpec } from '#client/kit/data/page.ts';
import { profilePath } from '#contract/paths.ts';

/** The username is encoded again, so that one containing slashes cannot redirect to another site. */
export const page: PageSpec = {
  load: ({ params }) => ({ redirect: profilePath(encodeURIComponent(params.username ?? '')), permanent: true }),
  head: ({ context }) => ({ title: context.site.siteName, canonical: null }),
};

/** Never rendered: /profile/{author} is the old URL of /{author} (product.md DI-3). */
export default function ProfileRedirectPage() {
  return null;
}
