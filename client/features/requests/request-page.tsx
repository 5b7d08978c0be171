import type { PageSpec } from '#client/kit/page.ts';

export const page: PageSpec = {
  head: ({ services }) => ({ title: `Request a resource - ${services.site.siteName}`, canonical: null }),
};

export default function RequestPage() {
  return <h1>Request a resource</h1>;
}
