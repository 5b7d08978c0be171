import { Link } from 'react-router';
import { filesText, stateOf, underWayText } from '#client/features/uploads/components/own-state.ts';
import { useLoaded } from '#client/kit/data/query.ts';
import { formatBytes } from '#client/kit/text/format-bytes.ts';
import { formatDay } from '#client/kit/text/format-date.ts';
import { Badge } from '#client/ui/badge.tsx';
import { compactNumber } from '#client/ui/charts/compact-number.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { Icon, type IconName } from '#client/ui/icon.tsx';
import { hideIfFailed, hideOnError } from '#client/ui/media/hide-broken-image.ts';
import { SectionFailure } from '#client/ui/section-failure.tsx';
import { SectionHeading } from '#client/ui/section-heading.tsx';
import { Pager } from '#client/ui/table/pager.tsx';
import { ownUploadPath, resourcePath } from '#contract/paths.ts';
import type { UploadLine } from '#contract/uploads/api.ts';
import { type LeakerQuery, leakerHref, leakerUploadsRead, UPLOAD_FILTERS } from './leaker-query.ts';

const Figure = ({ icon, value, what }: { icon: IconName; value: number; what: string }) => (
  <span className="mono flex items-center gap-1.5">
    <Icon name={icon} small />
    {compactNumber(value)}
    <span className="sr-only"> {what}</span>
  </span>
);

const Row = ({ line }: { line: UploadLine }) => {
  const { word, tone } = stateOf(line);
  const underWay = underWayText(line);
  return (
    <li className="relative flex min-w-0 items-start gap-x-4 gap-y-3 border-t border-line px-4 py-3.5 first:border-t-0 hover:bg-raised">
      <div className="file-thumb mt-0.5 w-24 flex-none">
        <Icon name="image" />
        {line.thumbnailUrl && (
          <img
            src={line.thumbnailUrl}
            alt=""
            loading="lazy"
            decoding="async"
            ref={hideIfFailed}
            onError={hideOnError}
          />
        )}
      </div>
      <div className="min-w-0 flex-1">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="min-w-0 text-card font-semibold wrap-anywhere">
            <Link to={ownUploadPath(line.id)} className="row-link">
              {line.title}
            </Link>
          </h3>
          {line.newVersion !== null && <Badge>Version {line.newVersion}</Badge>}
          <Badge tone={tone}>{word}</Badge>
        </div>
        <p className="mt-0.5 text-sm text-muted wrap-anywhere">
          {line.category}, {line.type}, {filesText(line.fileCount)}, {formatBytes(line.fileSize)}
        </p>
        {underWay && (
          <p className="mt-1 flex items-center gap-2 text-sm text-muted">
            <Icon name="refresh" small />
            {underWay}
          </p>
        )}
        {line.lacksRights && (
          <p className="mt-1 text-sm text-clip">
            It can't be approved until you choose a licence and confirm your rights.{' '}
            <Link to={`${ownUploadPath(line.id)}#details`} className="link relative z-1 inline-block py-1">
              Complete details<span className="sr-only"> of {line.title}</span>
            </Link>
          </p>
        )}
        {line.status === 'REJECTED' && (
          <p className="mt-1 text-sm text-clip wrap-anywhere">
            {line.reason ? `Reason: ${line.reason}` : 'No reason was given.'}
          </p>
        )}
        <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
          {line.status === 'APPROVED' && (
            <>
              <Figure icon="eye" value={line.views} what="views" />
              <Figure icon="heart" value={line.likes} what="likes" />
              <Figure icon="download" value={line.downloads} what="downloads" />
            </>
          )}
          <time dateTime={line.submittedAt ?? line.createdAt} className="mono">
            {formatDay(line.submittedAt ?? line.createdAt)}
          </time>
          {line.status === 'APPROVED' && (
            <Link to={resourcePath(line.id)} className="link relative z-1 py-0.5">
              Public page<span className="sr-only"> of {line.title}</span>
            </Link>
          )}
        </div>
      </div>
      <Icon name="forward" className="mt-1 text-muted max-sm:hidden" />
    </li>
  );
};

const Nothing = ({ query, pages }: { query: LeakerQuery; pages: number }) => {
  if (pages > 0) {
    return (
      <EmptyState
        heading="h3"
        title="This page is empty"
        actions={
          <Link
            to={leakerHref(query, { page: pages })}
            preventScrollReset
            className={buttonClass({ variant: 'solid' })}
          >
            Go to page {pages}
          </Link>
        }
      >
        There are no uploads on this page.
      </EmptyState>
    );
  }
  if (query.state) {
    return (
      <EmptyState
        heading="h3"
        title="No uploads with this status"
        actions={
          <Link to={leakerHref(query, { state: '' })} replace preventScrollReset className={buttonClass()}>
            Show all uploads
          </Link>
        }
      >
        None of your uploads has this status right now.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      heading="h3"
      title="No uploads yet"
      actions={
        <a href="#upload" className={buttonClass({ variant: 'solid' })}>
          Upload your first asset
        </a>
      }
    >
      Your uploads will show up here, with their status and stats.
    </EmptyState>
  );
};

const Waiting = () => (
  <ul className="panel grid gap-6 p-5" aria-hidden="true">
    {[1, 2, 3].map((place) => (
      <li key={place} className="flex gap-4">
        <span className="skeleton aspect-video w-24 flex-none" />
        <span className="flex flex-1 flex-col gap-2.5">
          <span className="skeleton h-4 w-3/5" />
          <span className="skeleton h-3 w-2/5" />
        </span>
      </li>
    ))}
  </ul>
);

/** The leaker's own uploads in every status, newest first, filtered by the URL. */
export function LeakerUploads({
  query,
  aim,
  busy,
  slow,
  onRetry,
}: {
  query: LeakerQuery;
  /** The query of the navigation in progress; equal to `query` when idle. */
  aim: LeakerQuery;
  busy: boolean;
  /** Whether loading has taken long enough to show a placeholder. */
  slow: boolean;
  onRetry: () => void;
}) {
  const listed = useLoaded(leakerUploadsRead(query));
  const isWaiting = slow && (!listed || aim.state !== query.state || aim.page !== query.page);
  return (
    <section id="your-uploads" aria-labelledby="uploads-heading" className="scroll-mt-5">
      <SectionHeading id="uploads-heading" className="mb-4">
        Your uploads
      </SectionHeading>
      <nav aria-label="Upload status" className="bleed-x mb-4 gap-2">
        {UPLOAD_FILTERS.map(({ value, label }) => (
          <Link
            key={value}
            className="pill"
            to={leakerHref(aim, { state: value })}
            replace
            preventScrollReset
            aria-current={aim.state === value ? 'true' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      {isWaiting && <Waiting />}
      {!isWaiting && !listed && !busy && (
        <SectionFailure sentence="Your uploads could not be loaded." onRetry={onRetry} />
      )}
      {!isWaiting && listed?.uploads.length === 0 && <Nothing query={query} pages={listed.pagination.pages} />}
      {!isWaiting && listed && listed.uploads.length > 0 && (
        <ul className="panel overflow-hidden" aria-label="Your uploads">
          {listed.uploads.map((line) => (
            <Row key={line.id} line={line} />
          ))}
        </ul>
      )}
      {!isWaiting && listed && (
        <div className="mt-5">
          <Pager
            current={listed.pagination.currentPage}
            pages={listed.pagination.pages}
            hrefFor={(page) => leakerHref(query, { page })}
            link={PageLink}
            label="Pages of your uploads"
          />
        </div>
      )}
    </section>
  );
}

const PageLink = (props: Parameters<typeof Link>[0]) => <Link preventScrollReset {...props} />;
