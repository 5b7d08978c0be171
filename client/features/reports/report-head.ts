// What search engines and shared links read of the form for reports.
import type { Head } from '#client/kit/data/page.ts';
import type { Services } from '#client/kit/data/services.ts';
import { trail } from '#client/kit/text/structured-data.ts';
import { pageCard } from '#contract/seo/og-images.ts';

export function reportTitle({ site }: Services): string {
  return `Report a problem - ${site.siteName}`;
}

export function reportHead(services: Services): Head {
  return {
    title: reportTitle(services),
    description: 'Tell us what breaks the law, the terms or your rights.',
    // Whatever the report is about, the form is the same.
    canonical: '/report',
    card: pageCard('report'),
    jsonLd: trail(services.origin, services.site.siteName, { name: 'Report a problem', path: '/report' }),
  };
}
