import { useRevalidator } from 'react-router';
import { ApplicationPanel } from '#client/features/applications/components/application-panel.tsx';
import { applicationRead } from '#client/features/applications/components/use-application.ts';
import { loadDemand } from '#client/features/requests/components/demand-radar.tsx';
import { loadRequestNews, RequestNews } from '#client/features/requests/components/request-news.tsx';
import type { PageSpec } from '#client/kit/data/page.ts';
import { invalidate, load, type Read } from '#client/kit/data/query.ts';
import { useAuth } from '#client/kit/session.tsx';
import { Ruler } from '#client/ui/charts/ruler.tsx';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import type { Account } from '#contract/accounts/api.ts';
import { leakerActivityRead, leakerStatsRead, leakerUploadsRead, readLeakerQuery, spaceRead } from './leaker-query.ts';
import { LeakerWork } from './leaker-work.tsx';
import '../components/own.css';

const uploads = (user: Account | null): boolean => user?.role === 'LEAKER' || user?.role === 'ADMIN';

export const page: PageSpec = {
  load: async ({ context, url }) => {
    const query = readLeakerQuery(url.searchParams);
    // Uploads and review decisions change in the background, so reload on every visit.
    const loadAnew = <T,>(given: Read<T>) => {
      invalidate(context, given);
      return load(context, given);
    };
    // Each section shows its own error; the rest of the page still works.
    await Promise.allSettled([
      loadRequestNews(context),
      ...(uploads(context.person.current)
        ? [
            loadAnew(leakerStatsRead),
            loadAnew(spaceRead),
            loadAnew(leakerUploadsRead(query)),
            loadAnew(leakerActivityRead(query)),
            loadDemand(context, query),
          ]
        : [loadAnew(applicationRead)]),
    ]);
    return undefined;
  },
  head: ({ context }) => ({ title: `Leaker Dashboard - ${context.site.siteName}`, canonical: null }),
};

/** The leaker dashboard (specification, section 2; product.md UP-1). Other members see how to apply. */
export default function LeakerPage() {
  const { session } = useAuth();
  const { revalidate } = useRevalidator();
  if (session.state !== 'signed-in') {
    return (
      <div className="wrap flex justify-center py-21">
        <Spinner label="Loading" />
      </div>
    );
  }
  const isLeaker = uploads(session.user);
  return (
    <div className="wrap flex flex-col gap-7 pt-10 pb-21">
      <div>
        <PageTitle
          actions={
            isLeaker && (
              <a href="#upload" className={buttonClass({ variant: 'solid' })}>
                <Icon name="upload" />
                New upload
              </a>
            )
          }
        >
          Leaker Dashboard
        </PageTitle>
        <Ruler className="mt-6" />
      </div>
      <RequestNews />
      {isLeaker ? <LeakerWork user={session.user} /> : <ApplicationPanel onRetry={() => void revalidate()} />}
    </div>
  );
}
