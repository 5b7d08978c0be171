import { useParams, useSearchParams } from 'react-router';
import { CreatorCard } from '#client/features/resources/components/creator-card.tsx';
import { FileBrowser } from '#client/features/resources/components/files/file-browser.tsx';
import {
  type FolderPlace,
  folderPlaceOf,
  folderRead,
  loadFolder,
  placePath,
} from '#client/features/resources/components/files/folder-place.ts';
import { PremiumNotice } from '#client/features/resources/components/premium-notice.tsx';
import { requireId } from '#client/features/resources/components/require-id.ts';
import { ResourceActions } from '#client/features/resources/components/resource-actions.tsx';
import { ResourceBanner } from '#client/features/resources/components/resource-banner.tsx';
import { ResourceFacts } from '#client/features/resources/components/resource-facts.tsx';
import type { AppContext } from '#client/kit/data/app-context.ts';
import type { PageSpec } from '#client/kit/data/page.ts';
import { load, loadedOf, read, useRead } from '#client/kit/data/query.ts';
import { useAuth } from '#client/kit/session.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { resourcePath } from '#contract/paths.ts';
import type { Resource } from '#contract/resources/api.ts';
import { countView, getResource } from './api.ts';
import { downloadRight } from './download-right.ts';
import { resourceHead, resourceTitle } from './resource-head.ts';

const resourceRead = (id: string) => read(getResource, { params: { id } });
const pathIn = (id: string) => (place: FolderPlace) => placePath(resourcePath(id), place);

const held = (context: AppContext, id: string): Resource | undefined => loadedOf(context, resourceRead(id));

export const page: PageSpec = {
  load: async ({ context, params, url }) => {
    const id = requireId(params.resourceId);
    const inBrowser = typeof document !== 'undefined';
    const isFirst = !held(context, id);
    const [, elsewhere] = await Promise.all([
      load(context, resourceRead(id)),
      loadFolder(context, id, url, { pathOf: pathIn(id) }),
    ]);
    if (elsewhere) return elsewhere;
    // The server counts a view when it renders the page, so only client-side navigations are reported here.
    if (inBrowser && isFirst) countView(context.transport, { params: { id } }).catch(() => null);
    return undefined;
  },
  head: ({ context, params, failure }) => {
    const id = params.resourceId ?? '';
    const resource = failure ? undefined : held(context, id);
    return import.meta.env.SSR ? resourceHead(context, resource) : { title: resourceTitle(context, resource) };
  },
};

/** Loaded on demand, because few users can see resources that are not public. */
const OwnNotice = lazyPart(
  () => import('#client/features/resources/components/own-notice.tsx').then((file) => file.OwnNotice),
  {
    silent: true,
  },
);

/** Resource page with file browser (specification, section 2). */
export default function ResourcePage() {
  const { resourceId = '' } = useParams();
  const [parameters] = useSearchParams();
  const resource = useRead(resourceRead(resourceId));
  const place = folderPlaceOf(parameters);
  const listing = useRead(folderRead(resourceId, place));
  const { session } = useAuth();
  const guest = session.state === 'signed-out';
  const isOwn = session.user?.username === resource.author;
  const right = downloadRight(resource, session.user);
  // On phones the two columns become one, with the actions above the details.
  return (
    <div className="wrap pb-14 md:pb-21">
      <ResourceBanner resource={resource} />
      {resource.status !== 'APPROVED' && <OwnNotice resource={resource} />}
      <div className="mt-4 flex flex-col gap-5 md:mt-8 md:grid md:grid-cols-[minmax(0,1fr)_22.5rem] md:items-start md:gap-9 lg:gap-12">
        <div className="max-md:contents md:flex md:flex-col md:gap-7">
          {resource.isPremium && right !== 'member' && <PremiumNotice right={right} />}
          <ResourceFacts resource={resource} className="max-md:order-2 max-md:my-1" />
          <div className="max-md:order-3">
            <FileBrowser
              resourceId={resource.id}
              listing={listing}
              place={place}
              pathOf={pathIn(resourceId)}
              right={right}
            />
          </div>
        </div>
        <div className="max-md:contents md:sticky md:top-5 md:grid md:gap-4">
          <ResourceActions resource={resource} right={right} guest={guest} className="max-md:order-1" />
          <CreatorCard resource={resource} guest={guest} isOwn={isOwn} className="max-md:order-4" />
        </div>
      </div>
    </div>
  );
}
