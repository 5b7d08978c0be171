import { useId, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { MarkButton } from '#client/features/resources/bookmarks/components/mark-button.tsx';
import { FileBrowser } from '#client/features/resources/components/files/file-browser.tsx';
import { loadFileParts } from '#client/features/resources/components/files/file-parts.ts';
import {
  type FolderPlace,
  folderPlaceOf,
  folderRead,
  loadFolder,
  placePath,
} from '#client/features/resources/components/files/folder-place.ts';
import { filesOf } from '#client/features/resources/components/files/folder-view.ts';
import { requireSlug } from '#client/features/resources/components/require-id.ts';
import { loadShelves, Shelves } from '#client/features/resources/components/shelves/shelves.tsx';
import { ResourceStage } from '#client/features/resources/stage/stage.tsx';
import { fileOf, loadStage, stageRead } from '#client/features/resources/stage/stage-read.ts';
import { StageProvider } from '#client/features/resources/stage/stage-store.tsx';
import type { PageSpec } from '#client/kit/data/page.ts';
import { load, loadedOf, read, useRead } from '#client/kit/data/query.ts';
import { DownloadLink } from '#client/kit/downloads/download-link.tsx';
import { ReportLink } from '#client/kit/report-link.tsx';
import { useAuth } from '#client/kit/session.tsx';
import { formatBytes } from '#client/kit/text/format-bytes.ts';
import { classNames } from '#client/ui/class-names.ts';
import { Button, buttonClass } from '#client/ui/forms/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { laterPart } from '#client/ui/later-part.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { elementPath, profilePath, resourcePath } from '#contract/paths.ts';
import { getElement } from './api.ts';
import { downloadRight } from './download-right.ts';
import { resourceHead, resourceTitle } from './resource-head.ts';

const elementRead = (slug: string) => read(getElement, { params: { slug } });
const pathIn =
  (slug: string, namesRoot = true) =>
  (place: FolderPlace) =>
    placePath(elementPath(slug), place, namesRoot);

export const page: PageSpec = {
  load: async ({ context, params, url }) => {
    const slug = requireSlug(params.slug);
    const element = await load(context, elementRead(slug));
    const pathOf = pathIn(slug, url.searchParams.has('folder'));
    const [elsewhere, { isLost }] = await Promise.all([
      loadFolder(context, element.id, url, { pathOf }),
      loadStage(context, element.id, url),
      loadShelves(context, element.id),
      loadFileParts(),
      LicenceFact.preload(),
      ResourceTags.preload(),
    ]);
    return isLost ? { redirect: pathOf(folderPlaceOf(url.searchParams)) } : elsewhere;
  },
  head: ({ context, params, failure }) => {
    const slug = params.slug ?? '';
    const element = failure ? undefined : loadedOf(context, elementRead(slug));
    return import.meta.env.SSR ? resourceHead(context, element) : { title: resourceTitle(context, element) };
  },
};

const LicenceFact = laterPart(() =>
  import('#client/features/resources/components/resource-facts.tsx').then((file) => file.LicenceFact),
);
const ResourceTags = laterPart(() =>
  import('#client/features/resources/components/resource-tags.tsx').then((file) => file.ResourceTags),
);

/** Page of a starter element (specification, section 2; product.md DI-3). Its files are those of the underlying resource. */
export default function ElementPage() {
  const { slug = '' } = useParams();
  const [parameters] = useSearchParams();
  const element = useRead(elementRead(slug));
  const place = folderPlaceOf(parameters);
  const listing = useRead(folderRead(element.id, place));
  const file = fileOf(parameters);
  const stage = useRead(stageRead(element.id, file));
  const { session } = useAuth();
  const right = downloadRight(element, session);
  const [toggled, setToggled] = useState<boolean | null>(null);
  const open = toggled ?? parameters.has('folder');
  const listId = useId();
  const here = elementPath(slug);
  const mark = {
    id: element.id,
    guest: session.state === 'signed-out',
    next: here,
    className: buttonClass({ size: 'lg', className: 'max-sm:flex-1' }),
  };
  return (
    <StageProvider key={element.id} first={stage.file}>
      <div className="wrap pt-10 pb-21">
        <div className="grid gap-7 md:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)] md:gap-12">
          <ResourceStage resource={element} reply={stage} isAsked={file !== undefined} />
          <div className="min-w-0">
            <p className="mb-3 text-sm font-semibold text-muted first-letter:uppercase">{element.type}</p>
            <PageTitle>{element.title}</PageTitle>
            <p className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-1 text-muted">
              <span>
                by{' '}
                <Link to={`/profile${profilePath(element.author)}`} className="link font-semibold text-fg">
                  {element.author}
                </Link>
              </span>
              <span className="flex items-center gap-1.5">
                <Icon name="star" small />
                {element.likes} {element.likes === 1 ? 'star' : 'stars'}
              </span>
            </p>
            <p className="mt-5 max-w-[68ch] whitespace-pre-line text-muted">{element.description}</p>
            {element.tags.length > 0 && <ResourceTags tags={element.tags} />}
            {element.licence && <LicenceFact licence={element.licence} />}
            <div className="mt-7 flex flex-wrap gap-2">
              {element.fileCount > 0 && (
                <DownloadLink
                  id={element.id}
                  adFree={right === 'member'}
                  className={buttonClass({ variant: 'solid', size: 'lg', className: 'max-sm:w-full' })}
                >
                  <Icon name="download" />
                  Download All
                </DownloadLink>
              )}
              {/* A form, so that the list also works without JavaScript. */}
              <form
                action={here}
                method="get"
                className="max-sm:w-full"
                onSubmit={(event) => {
                  event.preventDefault();
                  setToggled(!open);
                }}
              >
                <Button
                  type="submit"
                  size="lg"
                  className="max-sm:w-full"
                  name={open ? undefined : 'folder'}
                  value=""
                  aria-expanded={open}
                  aria-controls={listId}
                >
                  <Icon name="folder" />
                  Download Files
                </Button>
              </form>
            </div>
            <p className="mt-3 text-sm text-muted">
              {filesOf(element.fileCount)}, {formatBytes(element.fileSize)}, as one ZIP
            </p>
            <div className="mt-5 flex flex-wrap gap-2">
              <MarkButton kind="liked" {...mark}>
                <Icon name="heart" />
                Like
              </MarkButton>
              <MarkButton kind="saved" {...mark}>
                <Icon name="save" />
                Save
              </MarkButton>
            </div>
            <p className="mt-5">
              <Link to={resourcePath(element.id)} className="link">
                Licence, tags and full details
              </Link>
            </p>
            <ReportLink path={here} what="resource" />
          </div>
        </div>
        <div id={listId} className={classNames('mt-9', !open && 'hidden')}>
          {open && (
            <FileBrowser resourceId={element.id} listing={listing} place={place} pathOf={pathIn(slug)} right={right} />
          )}
        </div>
        <Shelves resource={element} />
      </div>
    </StageProvider>
  );
}
