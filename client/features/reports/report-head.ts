// What search engines and shared links read of the form for reports.

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
    description: 'Tell us what breaks the law, the terms or your rights.',
    // Whatever the report is about, the form is the same.
    canonical: '/report',
    card: pageCard('report'),
    jsonLd: trail(context.origin, context.site.siteName, { name: 'Report a problem', path: '/report' }),
  };
}
