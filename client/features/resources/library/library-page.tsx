import { Link, useSearchParams } from 'react-router';
import { getResource } from '#client/features/resources/api.ts';
import type { PageSpec } from '#client/kit/data/page.ts';
import { load, read, useLoaded } from '#client/kit/data/query.ts';
import { Ruler } from '#client/ui/charts/ruler.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { resourcePath } from '#contract/paths.ts';

const LibraryCheck = lazyPart(() => import('./components/library-check.tsx').then((file) => file.LibraryCheck), {
  waiting: <p className="text-muted">Loading</p>,
});

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The asset to save, from the address. */
const wantedIn = (query: URLSearchParams): string => {
  const id = query.get('asset') ?? '';
  return ID.test(id) ? id : '';
};

const wantedRead = (id: string) => read(getResource, { params: { id } });

export const page: PageSpec = {
  load: async ({ context, url }) => {
    const id = wantedIn(url.searchParams);
    if (id) await load(context, wantedRead(id));
    return undefined;
  },
  head: ({ context }) => ({ title: `Library check - ${context.site.siteName}`, canonical: null }),
};

/** Finds files of this site in a folder, and saves what is missing (spec row LE-5). */
export default function LibraryPage() {
  const [query] = useSearchParams();
  const wanted = useLoaded(wantedRead(wantedIn(query))) ?? null;
  return (
    <div className="wrap pt-10 pb-21">
      <PageTitle>Library check</PageTitle>
      <p className="mt-4 max-w-[68ch] text-muted">
        {wanted ? (
          <>
            Choose the folder where you keep{' '}
            <Link to={resourcePath(wanted.id)} className="link">
              {wanted.title}
            </Link>
            , or want to. We compare it with the asset and save only what is missing.
          </>
        ) : (
          'Choose a folder to see which files are from here, their licences, and what has changed or is missing.'
        )}
      </p>
      <Ruler className="mt-6 mb-7" />
      <LibraryCheck wanted={wanted} />
    </div>
  );
}
