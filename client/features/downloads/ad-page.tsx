import { useSearchParams } from 'react-router';
import type { PageSpec } from '#client/kit/page.ts';
import { load, read, useRead } from '#client/kit/query.ts';
import { buttonClass } from '#client/ui/button.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { getAdOffer } from './api.ts';

const offerRead = (parameters: URLSearchParams) =>
  read(getAdOffer, {
    query: {
      destination: parameters.get('destination') ?? '',
      ...(parameters.get('filename') ? { filename: parameters.get('filename') ?? '' } : {}),
    },
  });

export const page: PageSpec = {
  load: async ({ services, url }) => {
    await load(services, offerRead(url.searchParams));
    return undefined;
  },
  head: ({ services }) => ({ title: `Your download is almost ready - ${services.site.siteName}`, canonical: null }),
};

export default function AdPage() {
  const [parameters] = useSearchParams();
  const offer = useRead(offerRead(parameters));
  return (
    <div className="wrap">
      <PageTitle>Your download is almost ready</PageTitle>
      <a className={buttonClass()} href={offer.directUrl}>
        Skip &amp; Download Now
      </a>
    </div>
  );
}
