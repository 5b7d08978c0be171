import { Link, useSearchParams } from 'react-router';
import type { PageSpec } from '#client/kit/data/page.ts';
import { invalidate, load, read, useRead } from '#client/kit/data/query.ts';
import { isAdFree } from '#client/kit/downloads/ad-free.ts';
import { DownloadLink } from '#client/kit/downloads/download-link.tsx';
import { useAuth } from '#client/kit/session.tsx';
import { formatDay } from '#client/kit/text/format-date.ts';
import { Badge } from '#client/ui/badge.tsx';
import { Ruler } from '#client/ui/charts/ruler.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { hideIfFailed, hideOnError } from '#client/ui/media/hide-broken-image.ts';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Pager } from '#client/ui/table/pager.tsx';
import { DOWNLOADS_PER_PAGE } from '#contract/downloads/limits.ts';
import { profilePath, resourcePath } from '#contract/paths.ts';
import type { PastDownload } from '#contract/resources/bookmarks.ts';
import { listDownloads } from './api.ts';
import { ReceiptList, receiptsRead } from './receipts/receipt-list.tsx';

const pageOf = (parameters: URLSearchParams): number => {
  const text = parameters.get('page') ?? '1';
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 1;
};

const showsReceipts = (parameters: URLSearchParams): boolean => parameters.get('list') === 'receipts';

const historyHref = (number: number): string => (number > 1 ? `/downloads?page=${number}` : '/downloads');

const historyRead = (number: number) =>
  read(listDownloads, { query: { limit: String(DOWNLOADS_PER_PAGE), ...(number > 1 && { page: String(number) }) } });

export const page: PageSpec = {
  load: async ({ context, url }) => {
    const number = pageOf(url.searchParams);
    if (showsReceipts(url.searchParams)) {
      const receipts = receiptsRead(number);
      invalidate(context, receipts);
      await load(context, receipts);
      return undefined;
    }
    const history = historyRead(number);
    invalidate(context, history);
    await load(context, history);
    return undefined;
  },
  head: ({ context }) => ({ title: `Your downloads - ${context.site.siteName}`, canonical: null }),
};

const Nothing = ({ pages }: { pages: number }) =>
  pages > 0 ? (
    <EmptyState
      title="This page is empty"
      actions={
        <Link to={historyHref(pages)} className={buttonClass({ variant: 'solid' })}>
          Go to page {pages}
        </Link>
      }
    >
      There are no downloads on this page.
    </EmptyState>
  ) : (
    <EmptyState
      title="No downloads yet"
      actions={
        <Link to="/resources" className={buttonClass({ variant: 'solid' })}>
          Browse assets
        </Link>
      }
    >
      Assets you download while logged in will show up here.
    </EmptyState>
  );

const Row = ({ download }: { download: PastDownload }) => {
  const { session } = useAuth();
  const { title, file, available } = download;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 border-t border-line px-4 py-3.5 first:border-t-0">
      <div className="file-thumb w-24 flex-none">
        <Icon name="archive" />
        {download.imageUrl && (
          <img
            src={download.imageUrl}
            alt=""
            loading="lazy"
            decoding="async"
            ref={hideIfFailed}
            onError={hideOnError}
          />
        )}
      </div>
      <div className="min-w-0 flex-1 basis-40">
        <h2 className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-card font-semibold">
          {available ? (
            <Link
              to={`${resourcePath(download.resourceId)}${download.updatedSince ? '#versions' : ''}`}
              className="link wrap-anywhere"
            >
              {title}
            </Link>
          ) : (
            <span className="wrap-anywhere">{title}</span>
          )}
          {download.updatedSince && available && <Badge tone="daylight">Updated since you got it</Badge>}
          {!available && <Badge>No longer available</Badge>}
        </h2>
        <p className="mt-0.5 text-sm text-muted wrap-anywhere">
          {file ?? 'As one ZIP'}
          {download.author && (
            <>
              {', by '}
              <Link to={profilePath(download.author)} className="link">
                {download.author}
              </Link>
            </>
          )}
        </p>
      </div>
      <time dateTime={download.downloadedAt} className="mono flex-none text-muted">
        {formatDay(download.downloadedAt)}
      </time>
      {available && (
        <DownloadLink
          id={download.resourceId}
          file={file ?? undefined}
          adFree={isAdFree(session.user)}
          label={`Download again: ${file ?? title}`}
          className={buttonClass({ size: 'sm' })}
        >
          <Icon name="download" />
          Download again
        </DownloadLink>
      )}
    </li>
  );
};

const History = ({ number }: { number: number }) => {
  const { downloads, pagination } = useRead(historyRead(number));
  return (
    <>
      {downloads.length === 0 ? (
        <Nothing pages={pagination.pages} />
      ) : (
        <ul className="panel overflow-hidden">
          {downloads.map((download) => (
            <Row key={download.id} download={download} />
          ))}
        </ul>
      )}
      <div className="mt-9">
        <Pager
          current={pagination.currentPage}
          pages={pagination.pages}
          hrefFor={historyHref}
          link={Link}
          label="Pages of downloads"
        />
      </div>
    </>
  );
};

/** Download history of the logged-in user (product.md DL-8), and the receipts of these downloads. */
export default function HistoryPage() {
  const [parameters] = useSearchParams();
  const number = pageOf(parameters);
  const isReceipts = showsReceipts(parameters);
  const tab = (label: string, to: string, isHere: boolean) => (
    <Link to={to} className="pill" aria-current={isHere ? 'page' : undefined}>
      {label}
    </Link>
  );
  return (
    <div className="wrap pt-10 pb-21">
      <PageTitle>Your downloads</PageTitle>
      <Ruler className="mt-6 mb-7" />
      <nav aria-label="Lists of downloads" className="mb-6 flex flex-wrap gap-2">
        {tab('History', '/downloads', !isReceipts)}
        {tab('Receipts', '/downloads?list=receipts', isReceipts)}
      </nav>
      {isReceipts ? <ReceiptList number={number} /> : <History number={number} />}
    </div>
  );
}
