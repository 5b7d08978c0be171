import { type ReactNode, useId, useState } from 'react';
import { wholeNumber } from './chart-numbers.ts';

/** A panel with a chart and a button to show the same numbers as a table. */
export function ChartPanel({
  title,
  note,
  columns,
  rows,
  empty,
  className,
  children,
}: {
  title: string;
  /** Note next to the title that says what the numbers count. */
  note?: string;
  columns: readonly [string, string];
  rows: readonly { name: string; value: number }[];
  /** Shown instead of the chart when there is no data. */
  empty?: string | undefined;
  className?: string;
  children: ReactNode;
}) {
  const [isTable, setTable] = useState(false);
  const id = useId();
  return (
    <section aria-labelledby={id} className={`panel min-w-0 p-5 ${className ?? ''}`}>
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {note && <span className="text-sm text-muted">{note}</span>}
        {!empty && (
          <button
            type="button"
            className="link ml-auto min-h-6 text-sm text-muted aria-pressed:text-fg"
            aria-pressed={isTable}
            aria-label={`Show ${title} as a table`}
            onClick={() => setTable(!isTable)}
          >
            Table
          </button>
        )}
      </div>
      {empty && <p className="py-8 text-center text-muted">{empty}</p>}
      {!empty && !isTable && children}
      {!empty && isTable && (
        // Scrollable regions must be reachable by keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        <section className="max-h-58 overflow-auto" tabIndex={0} aria-label={`${title}, table`}>
          <table className="w-full text-sm">
            <thead>
              <tr className="text-left text-muted">
                <th scope="col" className="pb-2 font-medium">
                  {columns[0]}
                </th>
                <th scope="col" className="pb-2 text-right font-medium">
                  {columns[1]}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ name, value }) => (
                <tr key={name} className="border-t border-line">
                  <th scope="row" className="py-1.5 text-left font-normal">
                    {name}
                  </th>
                  <td className="mono py-1.5 text-right">{wholeNumber(value)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}
