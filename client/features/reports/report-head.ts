// Title and metadata of the report form, for search engines and link previews.

import type { AppContext } from '#client/kit/data/app-context.ts';
import type { Head } from '#client/kit/data/page.ts';
import { trail } from '#client/kit/text/structured-data.ts';
import { pageCard } from '#contract/seo/og-images.ts';

export function reportTitle({ site }: AppContext): string {
  return `Report a problem - ${site.siteName}`;
}

export function reportHead(context: AppContext): Head {
  return {
    title: reportTitle(context),
    description: 'Report content that breaks the law or our terms, or violates your rights.',
    // The form is the same regardless of what is reported.
    canonical: '/report',
    card: pageCard('report'),
    jsonLd: trail(context.origin, context.site.siteName, { name: 'Report a problem', path: '/report' }),
  };
}
