import type { PageSpec } from '#client/kit/page.ts';

export const page: PageSpec = {
  head: ({ services }) => ({ title: `Premium - ${services.site.siteName}`, canonical: null }),
};

export default function PremiumPage() {
  return <h1>Premium</h1>;
}
