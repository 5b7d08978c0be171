import { useParams, useSearchParams } from 'react-router';
import { CreatorCard } from '#client/features/resources/components/creator-card.tsx';
import { FileBrowser } from '#client/features/resources/components/files/file-browser.tsx';
import { loadFileParts } from '#client/features/resources/components/files/file-parts.ts';
import {
  type FolderPlace,
  folderPlaceOf,
  folderRead,
  loadFolder,
  placePath,
} from '#client/features/resources/components/files/folder-place.ts';
import { requireId } from '#client/features/resources/components/require-id.ts';
import { ResourceActions } from '#client/features/resources/components/resource-actions.tsx';
import { loadShelves, Shelves } from '#client/features/resources/components/shelves/shelves.tsx';
import { RAIL_ID } from '#client/features/resources/stage/offers/rail.ts';
import { ResourceStage } from '#client/features/resources/stage/stage.tsx';
import { fileOf, loadStage, stageRead } from '#client/features/resources/stage/stage-read.ts';
import { StageProvider } from '#client/features/resources/stage/stage-store.tsx';
import type { AppContext } from '#client/kit/data/app-context.ts';
import type { PageSpec } from '#client/kit/data/page.ts';
import { load, loadedOf, read, useRead } from '#client/kit/data/query.ts';
import { ReportLink } from '#client/kit/report-link.tsx';
import { useAuth } from '#client/kit/session.tsx';
import { laterPart } from '#client/ui/later-part.tsx';
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
    const [, elsewhere, { isLost }] = await Promise.all([
      load(context, resourceRead(id)),
      loadFolder(context, id, url, { pathOf: pathIn(id) }),
      loadStage(context, id, url),
      loadShelves(context, id),
      loadFileParts(),
      ...[ResourceTitle, PremiumNotice, LicenceCard, ResourceFacts].map((part) => part.preload()),
    ]);
    if (elsewhere) return elsewhere;
    if (isLost) return { redirect: pathIn(id)(folderPlaceOf(url.searchParams)) };
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

const ResourceTitle = laterPart(() =>
  import('#client/features/resources/components/resource-title.tsx').then((file) => file.ResourceTitle),
);
const PremiumNotice = laterPart(() =>
  import('#client/features/resources/components/premium-notice.tsx').then((file) => file.PremiumNotice),
);
const LicenceCard = laterPart(() =>
  import('#client/features/resources/components/licence-card.tsx').then((file) => file.LicenceCard),
);
const ResourceFacts = laterPart(() =>
  import('#client/features/resources/components/resource-facts.tsx').then((file) => file.ResourceFacts),
);

/** Loaded on demand, because few users can see resources that are not public. */
const OwnNotice = lazyPart(
  () => import('#client/features/resources/components/own-notice.tsx').then((file) => file.OwnNotice),
  {
    silent: true,
  },
);

/** Resource page with the stage and the file browser (specification, section 2; next.md DL-14). */
export default function ResourcePage() {
  const { resourceId = '' } = useParams();
  const [parameters] = useSearchParams();
  const resource = useRead(resourceRead(resourceId));
  const place = folderPlaceOf(parameters);
  const listing = useRead(folderRead(resourceId, place));
  const file = fileOf(parameters);
  const stage = useRead(stageRead(resourceId, file));
  const { session } = useAuth();
  const guest = session.state === 'signed-out';
  const isOwn = session.user?.username === resource.author;
  const right = downloadRight(resource, session);
  // On phones the two columns become one, with the actions below the title.
  return (
    <StageProvider key={resource.id} first={stage.file}>
      <div className="wrap pb-14 md:pt-1 md:pb-21">
        {resource.status !== 'APPROVED' && <OwnNotice resource={resource} />}
        <div className="flex flex-col gap-6 md:grid md:grid-cols-[minmax(0,1fr)_20rem] md:items-start md:gap-10">
          <div className="max-md:contents md:flex md:flex-col md:gap-7">
            <div className="max-md:-mx-(--gutter) max-md:[&>.stage]:rounded-none max-md:[&>.stage]:border-x-0">
              <ResourceStage resource={resource} reply={stage} isAsked={file !== undefined} />
            </div>
            <ResourceTitle resource={resource} className="max-md:order-1" />
            {resource.isPremium && right !== 'member' && (
              <div className="max-md:order-3">
                <PremiumNotice right={right} />
              </div>
            )}
            <div className="max-md:order-4">
              <FileBrowser
                resourceId={resource.id}
                listing={listing}
                place={place}
                pathOf={pathIn(resourceId)}
                right={right}
              />
            </div>
            <ResourceFacts resource={resource} className="max-md:order-5" />
          </div>
          <div className="max-md:contents md:sticky md:top-5 md:grid md:gap-3">
            <ResourceActions resource={resource} right={right} guest={guest} className="max-md:order-2" />
            <div id={RAIL_ID} className="contents" />
            {(resource.licence !== null || resource.rightsDeclared) && (
              <LicenceCard resource={resource} className="max-md:order-6" />
            )}
            <CreatorCard resource={resource} guest={guest} isOwn={isOwn} className="max-md:order-7" />
            <div className="max-md:order-8">
              <ReportLink path={resourcePath(resource.id)} what="resource" />
            </div>
          </div>
        </div>
        <Shelves resource={resource} />
      </div>
    </StageProvider>
  );
}
