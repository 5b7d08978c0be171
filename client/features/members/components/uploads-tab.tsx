import { Link, useNavigation } from 'react-router';
import { type ProfileQuery, profileHref, uploadsShownLine } from '#client/features/members/profile-query.ts';
import { profileUploadsRead } from '#client/features/members/profile-reads.ts';
import { useSlow } from '#client/features/resources/components/listing/use-slow.ts';
import { ResourceGrid } from '#client/features/resources/components/resource-grid.tsx';
import { useRead } from '#client/kit/data/query.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { CardSkeleton } from '#client/ui/media/card-skeleton.tsx';
import { Pager } from '#client/ui/table/pager.tsx';
import { UploadCard } from './upload-card.tsx';
import { UploadsSearch } from './uploads-search.tsx';

/** Cards in the first row load their images immediately, the others when they scroll into view. */
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
    There {pages === 1 ? 'is only one page' : `are ${pages} pages`} of results.
  </EmptyState>
);

/** A user's resources, with search and pagination (specification, section 2). */
export function UploadsTab({ username, query, isOwn }: { username: string; query: ProfileQuery; isOwn: boolean }) {
  const { uploads, pagination } = useRead(profileUploadsRead(username, query));
  const { location } = useNavigation();
  const busy = location?.pathname === `/${username}`;
  const slow = useSlow(busy);
  const { search } = query;
  return (
    <>
      <UploadsSearch username={username} search={search ?? ''} />
      <p className="mt-4 mb-5 min-h-5 text-sm text-muted" role="status">
        {slow ? 'Loading resources' : uploadsShownLine(uploads.length, pagination) || 'No resources to show'}
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
}
