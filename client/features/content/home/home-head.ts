// Title and metadata of the home page, for search engines and link previews.

import type { AppContext } from '#client/kit/data/app-context.ts';
import type { Head } from '#client/kit/data/page.ts';
import { thing } from '#client/kit/text/structured-data.ts';
import { pageCard } from '#contract/seo/og-images.ts';

export function homeHead({ site, origin }: AppContext): Head {
  const home = `${origin}/`;
  const logo = origin + (site.logo ?? '/public/Images/icon-180.png');
  return {
    title: site.siteName,
    canonical: '/',
    card: pageCard('home'),
    jsonLd: [
      thing('WebSite', {
        name: site.siteName,
        description: site.siteDescription,
        url: home,
        potentialAction: {
          '@type': 'SearchAction',
          target: { '@type': 'EntryPoint', urlTemplate: `${origin}/resources?search={search_term_string}` },
          'query-input': 'required name=search_term_string',
        },
      }),
      thing('Organization', { name: site.siteName, url: home, logo }),
    ],
  };
}
