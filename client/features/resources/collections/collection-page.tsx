import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { itemsOf } from '#client/features/resources/collections/components/collection-card.tsx';
import { collectionRead } from '#client/features/resources/collections/components/collection-reads.ts';
import { ResourceCard } from '#client/features/resources/components/resource-card.tsx';
import { ResourceGrid } from '#client/features/resources/components/resource-grid.tsx';
import { CallError } from '#client/kit/data/call.ts';
import type { PageSpec } from '#client/kit/data/page.ts';
import { load, loadedOf, useRead } from '#client/kit/data/query.ts';
import { formatDay } from '#client/kit/text/format-date.ts';
import { Badge } from '#client/ui/badge.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Button, buttonClass } from '#client/ui/forms/button.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { profilePath } from '#contract/paths.ts';
import { collectionHead, collectionTitle } from './collection-head.ts';

const LazyEditor = lazyPart(
  () =>
    import('#client/features/resources/collections/components/collection-editor.tsx').then(
      (file) => file.CollectionEditor,
    ),
  {
    waiting: <p className="text-muted">Loading</p>,
  },
);

const LazyLicence = lazyPart(() =>
  import('#client/features/resources/collections/components/collection-licence.tsx').then(
    (file) => file.CollectionLicence,
  ),
);

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

export const page: PageSpec = {
  load: async ({ context, params }) => {
    const { id = '' } = params;
    // Report an invalid ID as not found rather than as a bad request, because no collection has such an ID.
    if (!ID.test(id)) throw new CallError('Collection not found', 404, 'COLLECTION_NOT_FOUND');
    await load(context, collectionRead(id));
    return undefined;
  },
  head: ({ context, params, failure }) => {
    const collection = failure ? undefined : loadedOf(context, collectionRead(params.id ?? ''));
    if (!import.meta.env.SSR) return { title: collectionTitle(context, collection) };
    return collectionHead(context, collection);
  },
  Failure: ({ failure, fallback }) =>
    failure.code === 'COLLECTION_NOT_FOUND' ? (
      <div className="wrap py-11 md:py-21">
        <ErrorState
          title="Collection not found"
          heading="h1"
          actions={
            <Link to="/resources" className={buttonClass({ variant: 'solid' })}>
              Browse assets
            </Link>
          }
        >
          It may be private or deleted.
        </ErrorState>
      </div>
    ) : (
      fallback
    ),
};

/** A collection with its resources, in order (product.md ME-2). */
export default function CollectionPage() {
  const { id = '' } = useParams();
  const collection = useRead(collectionRead(id));
  const [editing, setEditing] = useState(false);
  const [isLicenceOpen, setLicenceOpen] = useState(false);
  const { name, owner, description, isPublic, isOwn, resources, updatedAt } = collection;
  return (
    <div className="wide wrap pt-10 pb-21">
      <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <span>
          Collection by{' '}
          <Link to={profilePath(owner)} className="link font-semibold text-fg">
            {owner}
          </Link>
        </span>
        {!isPublic && <Badge icon="lock">Private</Badge>}
      </p>
      <PageTitle
        actions={
          isOwn && (
            <Button aria-expanded={editing} onClick={() => setEditing(!editing)}>
              {editing ? 'Done' : 'Edit collection'}
            </Button>
          )
        }
      >
        {name}
      </PageTitle>
      {description && <p className="mt-4 max-w-[68ch] whitespace-pre-line text-muted wrap-anywhere">{description}</p>}
      <div className="mt-4 mb-9 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted">
        <p>
          {itemsOf(resources.length)}, updated {formatDay(updatedAt)}
        </p>
        {resources.length > 0 && !editing && (
          <Button
            size="sm"
            className="noscript:hidden"
            aria-expanded={isLicenceOpen}
            onPointerEnter={LazyLicence.preload}
            onClick={() => setLicenceOpen(!isLicenceOpen)}
          >
            Combined licence
          </Button>
        )}
      </div>
      {isLicenceOpen && !editing && <LazyLicence id={id} />}
      {editing ? (
        <LazyEditor id={id} />
      ) : resources.length === 0 ? (
        <EmptyState
          title="This collection is empty"
          actions={
            <Link to="/resources" className={buttonClass({ variant: 'solid' })}>
              Browse assets
            </Link>
          }
        >
          {isOwn ? 'To add an asset, open it and press "Add to collection".' : 'Check back later.'}
        </EmptyState>
      ) : (
        <ResourceGrid>
          {resources.map((resource, index) => (
            <li key={resource.id} className="min-w-0">
              <ResourceCard resource={resource} priority={index < 3} />
            </li>
          ))}
        </ResourceGrid>
      )}
    </div>
  );
}
