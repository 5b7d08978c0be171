import { scaleLinear, scaleUtc } from 'd3-scale';
import { area, line } from 'd3-shape';
import { type PointerEvent, useState } from 'react';
import { axisDay, axisNumber, wholeNumber } from './chart-numbers.ts';
import { useWidth } from './use-width.ts';

export type ChartPoint = { at: Date; name: string; value: number };

const HEIGHT = 232;
const [TOP, RIGHT, BOTTOM, LEFT] = [12, 8, 30, 46];
const ONE_DAY_MS = 86_400_000;
/** Width in pixels of a day label, including its margin. */
const NAME_WIDTH = 78;
/** If the chart covers more days than this, the axis shows months. */
const MOST_DAYS_NAMED = 120;

const TONES = {
  tally: { line: 'stroke-tally', area: 'fill-tally', dot: 'fill-tally' },
  daylight: { line: 'stroke-daylight', area: 'fill-daylight', dot: 'fill-daylight' },
} as const;

/** Line chart over days with a filled area. `label` is its accessible name; hovering shows individual values. */
export function LineChart({
  label,
  points,
  tone,
}: {
  label: string;
  points: readonly ChartPoint[];
  tone: keyof typeof TONES;
}) {
  const [box, width] = useWidth<HTMLDivElement>(560);
  const [pointed, setPointed] = useState<number | null>(null);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  const colour = TONES[tone];
  const x = scaleUtc([first.at, last.at], [LEFT, width - RIGHT]);
  const y = scaleLinear([0, Math.max(1, ...points.map(({ value }) => value))], [HEIGHT - BOTTOM, TOP]).nice(4);
  const xOf = ({ at }: ChartPoint): number => (points.length === 1 ? (LEFT + width - RIGHT) / 2 : x(at));
  const yOf = ({ value }: ChartPoint): number => y(value);
  const isLong = (last.at.getTime() - first.at.getTime()) / ONE_DAY_MS > MOST_DAYS_NAMED;
  const ticks =
    points.length === 1 ? [first.at] : x.ticks(Math.max(2, Math.min(points.length, Math.floor(width / 96))));
  // d3 chooses round dates and may return more ticks than requested, so labels that would overlap are dropped.
  const days: Date[] = [];
  for (const day of ticks) {
    const before = days.at(-1);
    if (!before || x(day) - x(before) >= (isLong ? NAME_WIDTH / 2 : NAME_WIDTH)) days.push(day);
  }
  const shown = points[pointed ?? -1] ?? last;

  const point = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>): void => {
    const at = clientX - currentTarget.getBoundingClientRect().left;
    const distances = points.map((one) => Math.abs(xOf(one) - at));
    setPointed(distances.indexOf(Math.min(...distances)));
  };

  return (
    <div ref={box} className="relative min-w-0 overflow-hidden">
      <svg
        role="img"
        aria-label={label}
        width={width}
        height={HEIGHT}
        className="block max-w-full"
        onPointerMove={point}
        onPointerLeave={() => setPointed(null)}
      >
        {y
          .ticks(4)
          .filter(Number.isInteger)
          .map((value) => (
            <g key={value}>
              <line x1={LEFT} x2={width - RIGHT} y1={y(value)} y2={y(value)} className="stroke-line" />
              <text x={LEFT - 8} y={y(value)} dy="0.35em" textAnchor="end" className="mono fill-muted">
                {axisNumber(value)}
              </text>
            </g>
          ))}
        {days.map((day, place) => (
          <text
            key={day.getTime()}
            x={points.length === 1 ? xOf(first) : x(day)}
            y={HEIGHT - 8}
            textAnchor={place > 0 && x(day) > width - 40 ? 'end' : x(day) < LEFT + 20 ? 'start' : 'middle'}
            className="mono fill-muted"
          >
            {axisDay(day, isLong ? 'months' : 'days')}
          </text>
        ))}
        <path
          d={area<ChartPoint>(xOf, y(0), yOf)(points as ChartPoint[]) ?? ''}
          className={colour.area}
          fillOpacity={0.16}
        />
        <path
          d={line<ChartPoint>(xOf, yOf)(points as ChartPoint[]) ?? ''}
          fill="none"
          strokeWidth={2}
          strokeLinejoin="round"
          className={colour.line}
        />
        {pointed !== null && (
          <line x1={xOf(shown)} x2={xOf(shown)} y1={TOP} y2={HEIGHT - BOTTOM} className="stroke-line-strong" />
        )}
        <circle cx={xOf(shown)} cy={yOf(shown)} r={4} className={colour.dot} />
      </svg>
      {pointed !== null && (
        <p
          className="mono pointer-events-none absolute top-0 right-2 rounded-sm bg-raised px-2 py-1"
          aria-hidden="true"
        >
          {shown.name}: {wholeNumber(shown.value)}
        </p>
      )}
    </div>
  );
}

/** A small line chart without axes, shown next to the number it belongs to. */
export function Sparkline({ values, className }: { values: readonly number[]; className?: string }) {
  const [width, height] = [84, 22];
  if (values.length < 2) return null;
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const x = scaleLinear([0, values.length - 1], [1, width - 1]);
  const y = scaleLinear([least, most === least ? least + 1 : most], [height - 2, 2]);
  const path = line<number>(
    (_, place) => x(place),
    (value) => y(value),
  )([...values]);
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} className={className} aria-hidden="true">
      <path d={path ?? ''} fill="none" strokeWidth={1.5} strokeLinejoin="round" className="stroke-fg" />
    </svg>
  );
}
