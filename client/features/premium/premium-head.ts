// Title and metadata of the Premium page, for search engines and link previews.

import { dollars } from '#client/features/premium/components/plan-labels.ts';
import type { AppContext } from '#client/kit/data/app-context.ts';
import type { Head } from '#client/kit/data/page.ts';
import { thing, trail } from '#client/kit/text/structured-data.ts';
import type { PremiumFacts } from '#contract/premium/api.ts';
import { pageCard } from '#contract/seo/og-images.ts';

const DESCRIPTION = 'Every Premium pack, no ads before downloads, and priority on requests';

export function premiumTitle({ site }: AppContext): string {
  return `Premium - ${site.siteName}`;
}

/** Title and metadata of the page. Offers are only listed if the site has a membership page where users can subscribe. */
export function premiumHead(context: AppContext, facts: PremiumFacts | undefined): Head {
  const { site, origin } = context;
  const title = premiumTitle(context);
  if (!facts) return { title, canonical: null };
  const { monthlyPrice, yearlyPrice, membershipUrl } = facts;
  const description = `${DESCRIPTION}: ${dollars(monthlyPrice)} a month or ${dollars(yearlyPrice)} a year.`;
  const offer = (name: string, price: number, unitCode: string) => ({
    '@type': 'Offer',
    name,
    url: `${origin}/premium`,
    price,
    priceCurrency: 'USD',
    priceSpecification: { '@type': 'UnitPriceSpecification', price, priceCurrency: 'USD', unitCode },
  });
  return {
    title,
    description,
    canonical: '/premium',
    card: pageCard('premium'),
    jsonLd: [
      ...(membershipUrl
        ? [
            thing('Product', {
              name: `${site.siteName} Premium`,
              description,
              url: `${origin}/premium`,
              offers: [offer('Monthly', monthlyPrice, 'MON'), offer('Yearly', yearlyPrice, 'ANN')],
            }),
          ]
        : []),
      trail(origin, site.siteName, { name: 'Premium', path: '/premium' }),
    ],
  };
}
