import { useParams, useSearchParams } from 'react-router';
import type { PageSpec } from '#client/kit/page.ts';
import { PageTitle } from '#client/ui/page-title.tsx';
import { adPagePath } from '#contract/paths.ts';

export const page: PageSpec = {
  head: ({ services }) => ({ title: `Processing Request - ${services.site.siteName}`, canonical: null }),
};

export default function DownloadPage() {
  const { id = '' } = useParams();
  const [parameters] = useSearchParams();
  return (
    <div className="wrap">
      <PageTitle>Processing Request</PageTitle>
      <a href={adPagePath(id, parameters.get('file') ?? undefined)}>Please wait while we prepare your file...</a>
    </div>
  );
}
