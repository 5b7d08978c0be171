import type { PageSpec } from '#client/kit/page.ts';

export const page: PageSpec = {
  head: ({ services }) => ({ title: `Community Forums - ${services.site.siteName}` }),
};

export default function CommunityPage() {
  return null;
}
