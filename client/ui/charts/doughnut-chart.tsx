import { arc, type PieArcDatum, pie } from 'd3-shape';
import { wholeNumber } from './chart-numbers.ts';

const TONES = {
  muted: ['fill-line-strong', 'bg-line-strong'],
  tungsten: ['fill-tungsten', 'bg-tungsten'],
  tally: ['fill-tally', 'bg-tally'],
  daylight: ['fill-daylight', 'bg-daylight'],
} as const;

export type Share = { name: string; value: number; tone: keyof typeof TONES };

const RADIUS = 70;

/** A doughnut chart with the total in the centre and a legend with the numbers. */
export function DoughnutChart({ label, shares }: { label: string; shares: readonly Share[] }) {
  const total = shares.reduce((sum, { value }) => sum + value, 0);
  const slices = pie<Share>()
    .value(({ value }) => value)
    .sort(null)
    .padAngle(0.02)(shares.filter(({ value }) => value > 0));
  const path = arc<PieArcDatum<Share>>()
    .innerRadius(RADIUS - 18)
    .outerRadius(RADIUS);
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-6 gap-y-5">
      <svg
        role="img"
        aria-label={`${label}: ${wholeNumber(total)} in total`}
        viewBox={`${-RADIUS} ${-RADIUS} ${2 * RADIUS} ${2 * RADIUS}`}
        className="size-38 flex-none"
      >
        {slices.map((slice) => (
          <path key={slice.data.name} d={path(slice) ?? ''} className={TONES[slice.data.tone][0]} />
        ))}
        {total === 0 && <circle r={RADIUS - 9} fill="none" strokeWidth={18} className="stroke-raised" />}
        <text textAnchor="middle" dy="0.35em" className="display fill-fg text-h3">
          {wholeNumber(total)}
        </text>
      </svg>
      <ul className="grid min-w-0 flex-1 basis-36 gap-3">
        {shares.map(({ name, value, tone }) => (
          <li key={name} className="flex items-center gap-3">
            <span className={`size-2.5 flex-none rounded-sm ${TONES[tone][1]}`} aria-hidden="true" />
            <span className="min-w-0 flex-1 text-sm">{name}</span>
            <span className="mono">{wholeNumber(value)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
