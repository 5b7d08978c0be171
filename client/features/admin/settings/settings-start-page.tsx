import type { PageSpec } from '#client/kit/data/page.ts';

/** /admin/settings leads to the first of its pages (specification, section 2). */
export const page: PageSpec = {
  load: () => ({ redirect: '/admin/settings/dashboard' }),
  head: ({ context }) => ({ title: `Administration - ${context.site.siteName}`, canonical: null }),
};

export default function SettingsStartPage() {
  return null;
}
