import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '#client/ui/forms/button.tsx';
import { IconButton } from '#client/ui/forms/icon-button.tsx';
import { TextArea, TextField } from '#client/ui/forms/text-field.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { SaveRow } from './settings-block.tsx';
import type { Row, Rows, RowValues } from './use-rows.ts';

export type RowColumn = {
  name: string;
  label: string;
  max: number;
  /** Renders a multi-line field. */
  long?: boolean;
};

type Moved = { key: number; by: -1 | 1 };

/**
 * Moves the focus to a newly added row and keeps it on a row that is moved. When a row is removed, the next row gets the focus
 * (useKeptFocus).
 */
const useRowFocus = ({ rows }: Rows) => {
  const box = useRef<HTMLFormElement>(null);
  const moved = useRef<Moved>(null);
  const count = useRef(rows.length);
  useEffect(() => {
    const form = box.current;
    const last = rows.at(-1);
    if (rows.length > count.current && last) {
      form?.querySelector<HTMLElement>(`[data-row="${last.key}"] .field`)?.focus();
    } else if (moved.current) {
      const { key, by } = moved.current;
      form?.querySelector<HTMLElement>(`[data-row="${key}"] [data-move="${by}"]`)?.focus();
    }
    moved.current = null;
    count.current = rows.length;
  }, [rows]);
  return { box, moved };
};

/** Editor for a list of rows that can be added, edited, reordered and removed, and are saved together. */
export function RowsEditor({
  rows: list,
  what,
  columns,
  max,
  empty,
  least = 0,
  drawn,
  children,
}: {
  rows: Rows;
  /** Singular noun for a row, e.g. 'benefit'. */
  what: string;
  columns: readonly RowColumn[];
  max: number;
  /** Shown instead of an empty list. */
  empty: string;
  /** Minimum number of rows. */
  least?: number;
  /** Renders a row that cannot be edited. Returns undefined for an editable row. */
  drawn?: (row: Row) => ReactNode;
  /** Shown above the save button. */
  children?: ReactNode;
}) {
  const { rows } = list;
  const { box, moved } = useRowFocus(list);
  const name = (values: RowValues, index: number) => values[columns[0]?.name ?? ''] || `${what} ${index + 1}`;
  const field = (row: Row, index: number, column: RowColumn) => {
    const Field = column.long ? TextArea : TextField;
    return (
      <Field
        key={column.name}
        label={column.label}
        className={column.long ? 'sm:col-span-full' : undefined}
        maxLength={column.max}
        autoComplete="off"
        value={row.values[column.name] ?? ''}
        error={list.errorOf(index, column.name)}
        onChange={({ currentTarget }: { currentTarget: { value: string } }) =>
          list.change(row.key, column.name, currentTarget.value)
        }
      />
    );
  };
  const mover = (row: Row, index: number, by: -1 | 1) => (
    <IconButton
      icon="chevron"
      label={`Move ${name(row.values, index)} ${by < 0 ? 'up' : 'down'}`}
      size="sm"
      className={by < 0 ? 'rotate-180' : undefined}
      data-move={by}
      idle={by < 0 ? index === 0 : index === rows.length - 1}
      onClick={() => {
        moved.current = { key: row.key, by };
        list.move(row.key, by);
      }}
    />
  );
  return (
    <form
      ref={box}
      className="grid gap-4"
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void list.save();
      }}
    >
      {rows.length === 0 && <p className="text-muted">{empty}</p>}
      {rows.length > 0 && (
        <ol className="border-t border-line">
          {rows.map((row, index) => (
            <li key={row.key} data-row={row.key} className="flex flex-wrap items-end gap-3 border-b border-line py-3">
              <div className="grid min-w-0 flex-1 basis-52 gap-3 sm:grid-cols-[repeat(auto-fit,minmax(12rem,1fr))]">
                {drawn?.(row) ?? columns.map((column) => field(row, index, column))}
              </div>
              <div className="flex">
                {mover(row, index, -1)}
                {mover(row, index, 1)}
                <IconButton
                  icon="trash"
                  label={`Remove ${name(row.values, index)}`}
                  size="sm"
                  idle={rows.length <= least}
                  onClick={() => list.remove(row.key)}
                />
              </div>
            </li>
          ))}
        </ol>
      )}
      <div>
        <Button size="sm" idle={rows.length >= max} onClick={list.add}>
          <Icon name="plus" small />
          Add {what}
        </Button>
      </div>
      {children}
      <SaveRow isBusy={list.isBusy} isSaved={list.isSaved} failure={list.failure} />
    </form>
  );
}
