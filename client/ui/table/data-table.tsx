import type { ReactNode } from 'react';
import { classNames } from '#client/ui/class-names.ts';
import { Icon } from '#client/ui/icon.tsx';
import './data-table.css';

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Makes the column heading a button that sorts the table. */
  sortable?: boolean;
  /** Right-aligns the column, for numbers. */
  align?: 'end';
  /** Shows the heading only to screen readers, e.g. for a column of buttons. */
  hideHeader?: boolean;
  /**
   * Turns the cells of this column into row headers. Set this for one column only. On narrow screens, this cell is at the top of
   * the row's card.
   */
  isName?: boolean;
  /** Lets the style sheet hide the column if there is not enough space for all columns. */
  isMinor?: boolean;
  /** Whether a row has no value in this column. In that case, the row's card omits this column. */
  isEmpty?: (row: Row) => boolean;
};

/**
 * A table of records. The caller handles searching, sorting and paging. On narrow screens each row is a card with the column
 * heading next to each value. `caption` is the table's accessible name; `busy` marks rows that are about to change.
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
  /** Key of the column by which the rows are sorted. */
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
