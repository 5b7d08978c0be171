import { Link } from 'react-router';
import { filesOf } from '#client/features/resources/components/files/folder-view.ts';
import { apiCall } from '#client/kit/data/call.ts';
import { read, useRead } from '#client/kit/data/query.ts';
import { formatDay } from '#client/kit/text/format-date.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { Pager } from '#client/ui/table/pager.tsx';
import { DOWNLOADS_PER_PAGE } from '#contract/downloads/limits.ts';
import type * as contract from '#contract/downloads/receipts.ts';
import { receiptPath } from '#contract/paths.ts';

const listReceipts = apiCall<typeof contract.listReceipts>({
  method: 'GET',
  path: '/api/user/receipts',
  fallback: 'Failed to load data',
});

const EXPORT = '/api/user/receipts/export';

export function receiptsRead(number: number) {
  return read(listReceipts, {
    query: { limit: String(DOWNLOADS_PER_PAGE), ...(number > 1 && { page: String(number) }) },
  });
}

const receiptsHref = (number: number): string => `/downloads?list=receipts${number > 1 ? `&page=${number}` : ''}`;

const Row = ({ id, title, creator, path, fileCount, licence, downloadedAt }: contract.ListedReceipt) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-3.5 first:border-t-0">
    <div className="min-w-0 flex-1 basis-40">
      <h2 className="text-card font-semibold">
        <Link to={receiptPath(id)} className="link wrap-anywhere">
          {title}
        </Link>
      </h2>
      <p className="mt-0.5 text-sm text-muted wrap-anywhere">
        {path ?? filesOf(fileCount)}, by {creator}
      </p>
    </div>
    <span className="flex-none text-sm">{licence ?? 'No licence stated'}</span>
    <time dateTime={downloadedAt} className="mono flex-none text-muted">
      {formatDay(downloadedAt)}
    </time>
  </li>
);

/** The receipts of the logged-in user's downloads. The page loads them with `receiptsRead`. */
export function ReceiptList({ number }: { number: number }) {
  const { receipts, pagination } = useRead(receiptsRead(number));
  if (receipts.length === 0)
    return pagination.pages > 0 ? (
      <EmptyState
        title="This page is empty"
        actions={
          <Link to={receiptsHref(pagination.pages)} className={buttonClass({ variant: 'solid' })}>
            Go to page {pagination.pages}
          </Link>
        }
      >
        There are no receipts on this page.
      </EmptyState>
    ) : (
      <EmptyState
        title="No receipts yet"
        actions={
          <Link to="/resources" className={buttonClass({ variant: 'solid' })}>
            Browse assets
          </Link>
        }
      >
        Each download gives you a receipt: proof of what you got, when, and under which licence.
      </EmptyState>
    );
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-4">
        <p className="max-w-[68ch] text-sm text-muted">
          A receipt proves what you downloaded, when, and under which licence. Anyone with its link can check it.
        </p>
        <a href={EXPORT} className={buttonClass({ size: 'sm' })}>
          <Icon name="download" />
          Export as CSV
        </a>
      </div>
      <ul className="panel overflow-hidden">
        {receipts.map((receipt) => (
          <Row key={receipt.id} {...receipt} />
        ))}
      </ul>
      <div className="mt-9">
        <Pager
          current={pagination.currentPage}
          pages={pagination.pages}
          hrefFor={receiptsHref}
          link={Link}
          label="Pages of receipts"
        />
      </div>
    </>
  );
}
