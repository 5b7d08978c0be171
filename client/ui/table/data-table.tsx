import type { ReactNode } from 'react';
import { classNames } from '#client/ui/class-names.ts';
import { Icon } from '#client/ui/icon.tsx';
import './data-table.css';

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Its heading becomes a button that sorts by it. */
  sortable?: boolean;
  /** Numbers stand at the right. */
  align?: 'end';
  /** The heading is for screen readers alone, as above a row's buttons. */
  hideHeader?: boolean;
  /** Names its row; one column has it. On a narrow screen it stands at the top of the row's card. */
  isName?: boolean;
  /** Marked, so that a sheet may leave it out where there is no room for all columns. */
  isMinor?: boolean;
  /** Whether a row has nothing there; a row's card leaves that line out. */
  isEmpty?: (row: Row) => boolean;
};

/**
 * A table of records that is searched, sorted and paged elsewhere. On narrow screens each row is a card, with the column's
 * heading beside each value. `caption` names it to screen readers; `busy` marks rows that are about to change.
 */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  sort,
  order,
  onSort,
  busy,
}: {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Key of the column that the rows are sorted by. */
  sort?: string | undefined;
  order?: 'asc' | 'desc' | undefined;
  onSort?: (column: string) => void;
  busy?: boolean;
}) {
  const heading = ({ key, header, sortable, align, hideHeader, isMinor }: Column<Row>) => {
    const isSorted = sort === key;
    const name = hideHeader ? <span className="sr-only">{header}</span> : header;
    return (
      <th
        key={key}
        scope="col"
        className={align && 'text-right'}
        data-minor={isMinor || undefined}
        aria-sort={isSorted ? (order === 'asc' ? 'ascending' : 'descending') : undefined}
      >
        {sortable && onSort ? (
          <button type="button" className="table-sort" onClick={() => onSort(key)}>
            {name}
            <Icon
              name="chevron"
              small
              className={classNames(!isSorted && 'opacity-0', isSorted && order === 'asc' && 'rotate-180')}
            />
          </button>
        ) : (
          name
        )}
      </th>
    );
  };
  return (
    <table className="data-table" aria-busy={busy || undefined}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>{columns.map(heading)}</tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map(({ key, header, cell, align, isName, hideHeader, isMinor, isEmpty }) => {
              const Cell = isName ? 'th' : 'td';
              return (
                <Cell
                  key={key}
                  scope={isName ? 'row' : undefined}
                  className={align && 'text-right'}
                  data-label={hideHeader ? undefined : header}
                  data-minor={isMinor || undefined}
                  data-empty={isEmpty?.(row) || undefined}
                >
                  {cell(row)}
                </Cell>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
