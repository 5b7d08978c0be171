import { type CSSProperties, useState } from 'react';
import { Link, useParams } from 'react-router';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { CallError } from '#client/kit/data/call.ts';
import type { PageSpec } from '#client/kit/data/page.ts';
import { load, loadedOf, update, useRead } from '#client/kit/data/query.ts';
import { formatDay } from '#client/kit/text/format-date.ts';
import { Badge } from '#client/ui/badge.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { hideIfFailed, hideOnError } from '#client/ui/media/hide-broken-image.ts';
import { textHue } from '#client/ui/media/text-hue.ts';
import { PageTitle } from '#client/ui/page-title.tsx';
import { collectionPath, LIBRARY_PATH, profilePath, receiptPath, resourcePath } from '#contract/paths.ts';
import type { ProjectItem } from '#contract/resources/projects.ts';
import { projectRead } from './api.ts';

const ProjectExports = lazyPart(() => import('./components/project-exports.tsx').then((file) => file.ProjectExports), {
  waiting: <p className="text-muted">Loading</p>,
});
const ItemNotes = lazyPart(() => import('./components/item-notes.tsx').then((file) => file.ItemNotes), {
  waiting: <p className="text-muted">Loading</p>,
});
const ProjectTools = lazyPart(() => import('./components/project-tools.tsx').then((file) => file.ProjectTools), {
  waiting: <p className="text-muted">Loading</p>,
});

const KEY = /^[\w-]{22}$/;
const STATUS_LABELS: Record<ProjectItem['status'], string> = { maybe: 'Maybe', using: 'Using', used: 'Used' };
const STATUS_TONES = { maybe: 'muted', using: 'daylight', used: 'scope' } as const;

export const page: PageSpec = {
  load: async ({ context, params }) => {
    const { key = '' } = params;
    // No project has such a key, so this is not found rather than a bad request.
    if (!KEY.test(key)) throw new CallError('Project not found', 404, 'PROJECT_NOT_FOUND');
    await load(context, projectRead(key));
    return undefined;
  },
  head: ({ context, params, failure }) => {
    const project = failure ? undefined : loadedOf(context, projectRead(params.key ?? ''));
    return { title: `${project?.name ?? 'Project not found'} - ${context.site.siteName}`, canonical: null };
  },
  Failure: ({ failure, fallback }) =>
    failure.code === 'PROJECT_NOT_FOUND' ? (
      <div className="wrap py-11 md:py-21">
        <ErrorState
          title="Project not found"
          heading="h1"
          actions={
            <Link to="/resources" className={buttonClass({ variant: 'solid' })}>
              Browse assets
            </Link>
          }
        >
          Its link may have changed. Ask its owner for the new one.
        </ErrorState>
      </div>
    ) : (
      fallback
    ),
};

const Licence = ({ licence, licenceUrl }: Pick<ProjectItem, 'licence' | 'licenceUrl'>) =>
  licenceUrl ? (
    <a href={licenceUrl} className="link">
      {licence}
    </a>
  ) : (
    (licence ?? 'No licence named')
  );

const Item = ({
  item,
  projectKey,
  collectionId,
}: {
  item: ProjectItem;
  projectKey: string;
  collectionId: string | null;
}) => {
  const context = useAppContext();
  return (
    <li className="grid gap-3 border-t border-line px-4 py-3.5 first:border-t-0">
      <div className="flex items-start gap-4">
        <span
          className="media media-blank aspect-video w-24 flex-none on-screen"
          style={{ '--h': textHue(item.title) } as CSSProperties}
        >
          {item.thumbnailUrl && (
            <img src={item.thumbnailUrl} alt="" loading="lazy" ref={hideIfFailed} onError={hideOnError} />
          )}
        </span>
        <div className="min-w-0 flex-1">
          <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-card font-semibold">
            <Link to={resourcePath(item.id)} className="link wrap-anywhere">
              {item.title}
            </Link>
            <Badge tone={STATUS_TONES[item.status]}>{STATUS_LABELS[item.status]}</Badge>
          </h2>
          <p className="mt-0.5 text-sm text-muted wrap-anywhere">
            {item.type} by{' '}
            <Link to={profilePath(item.author)} className="link">
              {item.author}
            </Link>
          </p>
          <p className="mt-0.5 text-sm wrap-anywhere">
            Licence: <Licence {...item} />
            {item.receiptId && (
              <>
                {', '}
                <Link to={receiptPath(item.receiptId)} className="link">
                  your receipt
                </Link>
              </>
            )}
          </p>
          {item.note && (
            <p className={`mt-1 whitespace-pre-line wrap-anywhere ${collectionId ? 'on-paper hidden' : ''}`}>
              {item.note}
            </p>
          )}
        </div>
      </div>
      {collectionId && (
        <ItemNotes
          collectionId={collectionId}
          item={item}
          labels={STATUS_LABELS}
          onChange={(change) =>
            update(context, projectRead(projectKey), (project) => ({
              ...project,
              items: project.items.map((known) => (known.id === item.id ? { ...known, ...change } : known)),
            }))
          }
        />
      )}
    </li>
  );
};

/** A project bin: the assets of one edit with notes, status and licences (spec row LE-6). */
export default function ProjectPage() {
  const { key = '' } = useParams();
  const project = useRead(projectRead(key));
  const { collectionId, items } = project;
  const [isSharing, setSharing] = useState(false);
  return (
    <div className="printed wrap pt-10 pb-21">
      <p className="mb-3 text-sm text-muted">
        Project by{' '}
        <Link to={profilePath(project.owner)} className="link font-semibold text-fg">
          {project.owner}
        </Link>
        , updated {formatDay(project.updatedAt)}
      </p>
      <PageTitle
        actions={
          collectionId && (
            <span className="flex flex-wrap gap-3 on-screen">
              <Link to={collectionPath(collectionId)} className={buttonClass()}>
                Open collection
              </Link>
              <Link to={LIBRARY_PATH} className={buttonClass()}>
                Check for updates
              </Link>
              <button
                type="button"
                className={buttonClass()}
                aria-expanded={isSharing}
                onClick={() => setSharing(!isSharing)}
              >
                Share
              </button>
            </span>
          )
        }
      >
        {project.name}
      </PageTitle>
      {project.description && (
        <p className="mt-4 max-w-[68ch] whitespace-pre-line text-muted wrap-anywhere">{project.description}</p>
      )}
      <div className="mt-7 grid gap-7">
        {isSharing && collectionId && <ProjectTools key={key} collectionId={collectionId} projectKey={key} />}
        {items.length === 0 ? (
          <EmptyState title="This project is empty">
            {collectionId ? 'To add an asset, open it and press "Add to collection".' : 'Check back later.'}
          </EmptyState>
        ) : (
          <>
            <ProjectExports project={project} />
            <ul className="panel" aria-label="Assets of this project">
              {items.map((item) => (
                <Item key={item.id} item={item} projectKey={key} collectionId={collectionId} />
              ))}
            </ul>
          </>
        )}
      </div>
    </div>
  );
}
