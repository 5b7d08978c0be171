import type { PageSpec } from '#client/kit/page.ts';

export const page: PageSpec = {
  head: ({ services }) => ({ title: `Requests - ${services.site.siteName}`, canonical: null }),
};

export default function RequestsPage() {
  return <h1>Requests</h1>;
}
