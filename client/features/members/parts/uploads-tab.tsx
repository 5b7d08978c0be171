import { Link, useNavigation } from 'react-router';
import { useRead } from '#client/kit/query.ts';
import { buttonClass } from '#client/ui/button.tsx';
import { CardSkeleton } from '#client/ui/card-skeleton.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Pager } from '#client/ui/pager.tsx';
import { ResourceGrid } from '../../resources/parts/resource-grid.tsx';
import { useSlow } from '../../resources/parts/use-slow.ts';
import { type ProfileQuery, profileHref, showingLine } from '../profile-query.ts';
import { uploadsRead } from '../profile-reads.ts';
import { UploadCard } from './upload-card.tsx';
import { UploadsSearch } from './uploads-search.tsx';

/** The first row is loaded at once; the rest as it comes into view. */
const EAGER_CARDS = 3;

const NothingFound = ({ username, search, isOwn }: { username: string; search?: string; isOwn: boolean }) => (
  <EmptyState
    title="No resources found"
    actions={
      search && (
        <Link className={buttonClass({ variant: 'solid' })} to={profileHref(username)} preventScrollReset>
          Clear search
        </Link>
      )
    }
  >
    {search
      ? 'No uploads match your search criteria.'
      : `${isOwn ? 'You have' : `${username} has`} not shared anything yet.`}
  </EmptyState>
);

const PastTheEnd = ({ username, search, pages }: { username: string; search?: string; pages: number }) => (
  <EmptyState
    title="This page is empty"
    actions={
      <Link className={buttonClass({ variant: 'solid' })} to={profileHref(username, { search, page: pages })}>
        Go to page {pages}
      </Link>
    }
  >
    There {pages === 1 ? 'is one page' : `are ${pages} pages`} of these resources.
  </EmptyState>
);

/** Somebody's resources: search, cards, pages (specification, section 2). */
export const UploadsTab = ({ username, query, isOwn }: { username: string; query: ProfileQuery; isOwn: boolean }) => {
  const { uploads, pagination } = useRead(uploadsRead(username, query));
  const { location } = useNavigation();
  const busy = location?.pathname === `/${username}`;
  const slow = useSlow(busy);
  const { search } = query;
  return (
    <>
      <UploadsSearch username={username} search={search ?? ''} />
      <p className="mt-4 mb-5 min-h-5 text-sm text-muted" role="status">
        {slow ? 'Loading resources' : showingLine(uploads.length, pagination) || 'No resources to show'}
      </p>
      {slow ? (
        <ResourceGrid hidden>
          {Array.from({ length: uploads.length || EAGER_CARDS }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders are all alike
            <li key={index}>
              <CardSkeleton />
            </li>
          ))}
        </ResourceGrid>
      ) : uploads.length > 0 ? (
        <ResourceGrid busy={busy}>
          {uploads.map((upload, index) => (
            <li key={upload.id} className="min-w-0">
              <UploadCard upload={upload} priority={index < EAGER_CARDS} />
            </li>
          ))}
        </ResourceGrid>
      ) : pagination.total > 0 ? (
        <PastTheEnd username={username} search={search} pages={pagination.pages} />
      ) : (
        <NothingFound username={username} search={search} isOwn={isOwn} />
      )}
      {uploads.length > 0 && pagination.pages > 1 && (
        <div className="mt-14">
          <Pager
            current={pagination.currentPage}
            pages={pagination.pages}
            hrefFor={(page) => profileHref(username, { search, page })}
            link={Link}
          />
        </div>
      )}
    </>
  );
};
