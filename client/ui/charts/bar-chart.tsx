import { scaleLinear } from 'd3-scale';
import { wholeNumber } from './chart-numbers.ts';

export type Bar = { name: string; value: number };

/** Horizontal bar chart with the first bar in the accent colour. Screen readers get a list of names and numbers. */
export function BarChart({ label, bars }: { label: string; bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  // Leaves space for the number after the longest bar.
  const length = scaleLinear([0, most], [0, 78]);
  return (
    <ul aria-label={label} className="grid gap-2.5">
      {bars.map(({ name, value }, place) => (
        <li key={name} className="grid grid-cols-[6rem_minmax(0,1fr)] items-center gap-3">
          <span className="truncate text-sm" title={name}>
            {name}
          </span>
          <span className="flex items-center gap-2">
            <span
              className={`h-4.5 min-w-0.5 rounded-sm ${place === 0 ? 'bg-tally' : 'bg-line-strong'}`}
              style={{ width: `${length(value)}%` }}
              aria-hidden="true"
            />
            <span className="mono text-muted">{wholeNumber(value)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
