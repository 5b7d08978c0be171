// What search engines and shared links read of Premium.
import type { Head } from '#client/kit/page.ts';
import type { Services } from '#client/kit/services.ts';
import type { PremiumFacts } from '#contract/premium.ts';
import { dollars } from './parts/plan-words.ts';

const DESCRIPTION = 'Every premium pack, no ad page, and requests that stand first';

/** The head of the page. An offer is told only where one can take it up: at the membership page. */
export const premiumHead = ({ site, origin }: Services, facts: PremiumFacts | undefined): Head => {
  const title = `Premium - ${site.siteName}`;
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
    ...(membershipUrl && {
      jsonLd: {
        '@context': 'https://schema.org',
        '@type': 'Product',
        name: `${site.siteName} Premium`,
        description,
        url: `${origin}/premium`,
        offers: [offer('Monthly', monthlyPrice, 'MON'), offer('Yearly', yearlyPrice, 'ANN')],
      },
    }),
  };
};
