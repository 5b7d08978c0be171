import type { PageSpec } from '#client/kit/data/page.ts';

/** /admin/settings redirects to its first page (specification, section 2). */
export const page: PageSpec = {
  load: () => ({ redirect: '/admin/settings/dashboard' }),
  head: ({ context }) => ({ title: `Admin panel - ${context.site.siteName}`, canonical: null }),
};

export default function SettingsStartPage() {
  return null;
}
