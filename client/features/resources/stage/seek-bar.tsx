import type { CSSProperties, ReactNode } from 'react';
import { clockTime } from './clock-time.ts';
import { rulerMarks, timecode } from './timecode.ts';
import type { Media } from './use-media.ts';

const share = (time: number, length: number): string => `${length > 0 ? Math.min(100, (time / length) * 100) : 0}%`;

/** The time as people read it: timecode in clips, minutes and milliseconds in sounds. */
export function positionText(time: number, rate: number | null): string {
  return rate === null ? clockTime(time, true) : timecode(time, rate);
}

type Props = {
  media: Media;
  rate: number | null;
  /** Something over the picture, such as markers. */
  lane?: ReactNode;
  children?: ReactNode;
};

/** Ruler, picture of the whole file, loop region and playhead. The picture is the range input. */
export function SeekBar({ media, rate, lane, children }: Props) {
  const { time, length, region, isLoop } = media;
  const place = {
    '--at': share(time, length),
    ...(region && { '--from': share(region.from, length), '--to': share(region.to, length) }),
  } as CSSProperties;
  return (
    <div className="seek-bar" style={place}>
      <div className="seek-ruler mono" aria-hidden="true">
        {rulerMarks(length).map((mark) => (
          <span key={mark} style={{ left: share(mark, length) }}>
            {Number(mark.toFixed(1))}s
          </span>
        ))}
      </div>
      <div className="seek-picture">
        {children}
        {region && isLoop && <span className="seek-region" />}
        <input
          type="range"
          aria-label="Position"
          aria-valuetext={`${positionText(time, rate)} of ${positionText(length, rate)}`}
          min={0}
          max={length || 1}
          step="any"
          value={Math.min(time, length)}
          onChange={({ currentTarget }) => media.seek(Number(currentTarget.value))}
        />
        {region &&
          isLoop &&
          (['from', 'to'] as const).map((edge) => (
            <input
              key={edge}
              type="range"
              className="seek-grip"
              aria-label={edge === 'from' ? 'Start of the loop' : 'End of the loop'}
              aria-valuetext={positionText(region[edge], rate)}
              min={0}
              max={length || 1}
              step={rate === null ? 0.01 : 1 / rate}
              value={region[edge]}
              onChange={({ currentTarget }) => media.moveEdge(edge, Number(currentTarget.value))}
            />
          ))}
      </div>
      {lane}
      <span className="seek-head" aria-hidden="true" />
    </div>
  );
}
