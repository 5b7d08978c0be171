import { type ReactNode, useState } from 'react';
import { NotConfirmed, requireConfirmation } from '#client/kit/confirmation.ts';
import { sentenceOf } from '#client/kit/form.tsx';
import { classNames } from '#client/ui/class-names.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { Button, buttonClass } from '#client/ui/forms/button.tsx';
import { SearchField } from '#client/ui/forms/search-field.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import { type Column, DataTable } from '#client/ui/table/data-table.tsx';
import { pagerItems } from '#client/ui/table/pager-items.ts';
import type { ListPagination } from '#contract/pagination.ts';
import type { Table } from './use-table.ts';

type AnyTable = Table<unknown, Record<string, string>>;
/** The parts of the table state that are used here. They don't depend on the row type. */
type Shown = Pick<AnyTable, 'typed' | 'setSearch' | 'setPage' | 'sortBy' | 'isBusy' | 'failure' | 'reload'> & {
  state: { sort: string; order: 'asc' | 'desc'; search: string };
};

/** Toolbar above a table: search, filters and actions that apply to the whole list. */
export function TableTools({
  table,
  placeholder,
  children,
  actions,
}: {
  table: Pick<Shown, 'typed' | 'setSearch'>;
  placeholder: string;
  children?: ReactNode;
  actions?: ReactNode;
}) {
  return (
    <div className="mb-4 flex flex-wrap items-center gap-2.5">
      {/* biome-ignore lint/a11y/useSemanticElements: not every supported browser knows <search> */}
      <form role="search" className="min-w-0 flex-1 basis-64" onSubmit={(event) => event.preventDefault()}>
        <SearchField
          label={placeholder.replace('...', '')}
          placeholder={placeholder}
          value={table.typed}
          onValueChange={table.setSearch}
          className="h-11"
        />
      </form>
      {children}
      {actions && <div className="flex flex-wrap items-center gap-2 sm:ml-auto">{actions}</div>}
    </div>
  );
}

/** A link that exports the list as CSV. */
export function ExportLink({ href, what }: { href: string; what: string }) {
  const [failure, setFailure] = useState<string | null>(null);
  const take = async () => {
    setFailure(null);
    try {
      await requireConfirmation(`export the ${what}`);
      location.assign(href);
    } catch (error) {
      if (!(error instanceof NotConfirmed)) setFailure(sentenceOf(error));
    }
  };
  return (
    <>
      {failure && <Message tone="error">{failure}</Message>}
      <a
        href={href}
        download
        className={buttonClass()}
        aria-label={`Export ${what} as CSV`}
        onClick={(event) => {
          event.preventDefault();
          void take();
        }}
      >
        <Icon name="download" small />
        CSV
      </a>
    </>
  );
}

const thousands = new Intl.NumberFormat('en-US');

/** 'Showing X to Y of N' with page numbers and Previous/Next buttons (specification, section 2). */
export function TablePager({
  pagination: { total, pages, currentPage, limit, atLeast },
  onPage,
  label,
}: {
  pagination: ListPagination;
  onPage: (page: number) => void;
  label: string;
}) {
  const first = Math.min((currentPage - 1) * limit + 1, total);
  const last = Math.min(currentPage * limit, total);
  const step = (page: number, name: string) => (
    <Button size="sm" idle={page < 1 || page > pages} onClick={() => onPage(page)}>
      {name}
    </Button>
  );
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-3 py-3">
      <p className="text-sm text-muted" role="status">
        Showing {thousands.format(first)} to {thousands.format(last)} of {thousands.format(total)}
        {atLeast && '+'}
      </p>
      {pages > 1 && (
        <nav aria-label={label} className="flex flex-wrap items-center gap-1">
          {step(currentPage - 1, 'Previous')}
          {pagerItems(currentPage, pages).map((entry) =>
            typeof entry === 'number' ? (
              <button
                key={entry}
                type="button"
                className={classNames('page-link', entry !== currentPage && 'max-sm:hidden')}
                aria-current={entry === currentPage ? 'page' : undefined}
                aria-label={`Page ${entry}`}
                onClick={() => onPage(entry)}
              >
                {entry}
              </button>
            ) : (
              <span key={entry} className="page-link max-sm:hidden" aria-hidden="true">
                …
              </span>
            ),
          )}
          {step(currentPage + 1, 'Next')}
        </nav>
      )}
    </div>
  );
}

/** A table with its loading, error and empty states. `empty` is the sentence from the specification. */
export function TablePanel<Row>({
  table,
  caption,
  columns,
  rows,
  rowKey,
  pagination,
  empty,
  hint,
}: {
  table: Shown;
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  pagination: ListPagination | undefined;
  empty: string;
  /** Shown below the sentence when the table is empty. */
  hint?: ReactNode;
}) {
  return (
    <div className="grid gap-3">
      {table.failure && (
        <Message
          tone="error"
          action={
            <Button size="sm" onClick={() => void table.reload()}>
              Try again
            </Button>
          }
        >
          {table.failure}
        </Message>
      )}
      {!rows && table.isBusy && (
        <div className="panel flex justify-center py-14">
          <Spinner label="Loading" />
        </div>
      )}
      {rows?.length === 0 && (
        <EmptyState heading="h2" title={empty}>
          {hint}
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <div className="panel table-box overflow-hidden">
          <DataTable
            caption={caption}
            columns={columns}
            rows={rows}
            rowKey={rowKey}
            sort={table.state.sort || undefined}
            order={table.state.order}
            onSort={table.sortBy}
            busy={table.isBusy}
          />
          {pagination && <TablePager pagination={pagination} onPage={table.setPage} label={`Pages of ${caption}`} />}
        </div>
      )}
    </div>
  );
}
