import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { apiCall, CallError } from '#client/kit/data/call.ts';
import type { PageSpec } from '#client/kit/data/page.ts';
import { invalidate, load, read, useRead } from '#client/kit/data/query.ts';
import { ErrorState } from '#client/ui/error-state.tsx';
import { Button, buttonClass } from '#client/ui/forms/button.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { PageTitle } from '#client/ui/page-title.tsx';
import { Panel } from '#client/ui/panel.tsx';
import type * as contract from '#contract/downloads/receipts.ts';
import { receiptPath, resourcePath } from '#contract/paths.ts';
import '#client/ui/printed.css';

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const getReceipt = apiCall<typeof contract.getReceipt>({
  method: 'GET',
  path: '/api/receipts/{id}',
  fallback: 'The receipt could not be checked. Please try again.',
});

const receiptRead = (id: string) => read(getReceipt, { params: { id } });

const Refused = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="wrap py-11 md:py-21">
    <ErrorState
      title={title}
      heading="h1"
      actions={
        <Link to="/resources" className={buttonClass({ variant: 'solid' })}>
          Browse assets
        </Link>
      }
    >
      {children}
    </ErrorState>
  </div>
);

export const page: PageSpec = {
  load: async ({ context, params: { id = '' } }) => {
    // A malformed number is no bad request: it is a receipt that the site has not issued.
    if (!ID.test(id)) throw new CallError('This site has not issued this receipt.', 404, 'RECEIPT_NOT_FOUND');
    invalidate(context, receiptRead(id));
    await load(context, receiptRead(id));
    return undefined;
  },
  head: ({ context }) => ({ title: `Receipt - ${context.site.siteName}`, canonical: null }),
  Failure: ({ failure, fallback }) =>
    failure.code === 'RECEIPT_NOT_FOUND' ? (
      <Refused title="Not a receipt of this site">
        This site has not issued it, or its owner has deleted their account. Don't rely on it.
      </Refused>
    ) : (
      fallback
    ),
};

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="border-t border-line py-3">
    <dt className="text-muted">{name}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </div>
);

/** "2026-11-28 12:30:05 UTC": the same for everyone who checks a receipt. */
const exactTime = (time: string): string => `${time.slice(0, 19).replace('T', ' ')} UTC`;

const Files = ({ receipt: { files, fileCount } }: { receipt: contract.Receipt }) => (
  <Panel title="Files">
    <ul className="grid gap-2 text-sm">
      {files.map(({ path, size, sha256 }) => (
        <li key={path} className="wrap-anywhere">
          {path}, {size} bytes
          <span className="mono block text-muted">{sha256}</span>
        </li>
      ))}
    </ul>
    {fileCount > files.length && (
      <p className="mt-3 text-sm text-muted">
        And {fileCount - files.length} more. The checksum above covers all of them.
      </p>
    )}
  </Panel>
);

const Facts = ({ receipt, isAvailable }: { receipt: contract.Receipt; isAvailable: boolean }) => {
  const { id, site, person, asset, path, fileCount, size, sha256, licence, downloadedAt } = receipt;
  const username = person.name === person.username ? '' : ` (${person.username})`;
  return (
    <dl className="border-b border-line text-sm">
      <Fact name="Downloaded by">{person.name + username}</Fact>
      <Fact name="Downloaded on">
        <time dateTime={downloadedAt}>{exactTime(downloadedAt)}</time>
      </Fact>
      <Fact name="Asset">
        {isAvailable ? (
          <Link to={resourcePath(asset.id)} className="link">
            {asset.title}
          </Link>
        ) : (
          asset.title
        )}
      </Fact>
      <Fact name="Creator">{asset.creator}</Fact>
      <Fact name="Version">
        {asset.version}, last changed {exactTime(asset.updatedAt)}
      </Fact>
      <Fact name="Content">
        {path && `${path}: `}
        {fileCount === 1 ? '1 file' : `${fileCount} files`}, {size} bytes
      </Fact>
      <Fact name={fileCount === 1 ? 'SHA-256' : 'SHA-256 of the list of files'}>
        <span className="mono">{sha256}</span>
      </Fact>
      <Fact name="Licence">{licence?.name ?? 'The creator had not stated one.'}</Fact>
      <Fact name="Receipt">
        <span className="mono">{site + receiptPath(id)}</span>
      </Fact>
    </dl>
  );
};

/** A receipt of a download, verified by the server each time it is opened (product.md DL-11). */
export default function ReceiptPage() {
  const { id = '' } = useParams();
  const checked = useRead(receiptRead(id));
  if (checked.state === 'changed')
    return (
      <Refused title="This receipt was changed">
        What is stored under this number doesn't match our signature. Don't rely on it.
      </Refused>
    );
  const { receipt, licenceText, isAvailable } = checked;
  return (
    <div className="printed wrap grid max-w-[68ch] gap-6 py-10 md:pb-21">
      <PageTitle
        actions={
          <Button className="noscript:hidden" onClick={() => window.print()}>
            Print or save as PDF
          </Button>
        }
      >
        Receipt
      </PageTitle>
      <Message tone="success">This receipt is valid. We signed it, and nothing in it has changed since.</Message>
      <Facts receipt={receipt} isAvailable={isAvailable} />
      {receipt.fileCount > 1 && <Files receipt={receipt} />}
      {licenceText && (
        <Panel title="Licence text at that time">
          <p className="text-sm whitespace-pre-wrap wrap-anywhere">{licenceText}</p>
        </Panel>
      )}
    </div>
  );
}
