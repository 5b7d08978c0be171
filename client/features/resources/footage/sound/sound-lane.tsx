import { type CSSProperties, type PointerEvent, useMemo, useRef } from 'react';
import { positionText } from '#client/features/resources/stage/seek-bar.tsx';
import { barsPath, readLevels } from '#client/features/resources/stage/wave.ts';
import { startLimits } from './in-step.ts';

const HEIGHT = 40;

type Props = {
  title: string;
  /** Peaks of the sound, as the server measured them. */
  peaks: string;
  /** Where in the clip the sound starts, in seconds; negative if it starts before. */
  offset: number;
  soundLength: number;
  clipLength: number;
  /** Of the start, in seconds: a frame of the clip, or 10 ms. */
  step: number;
  rate: number | null;
  onOffset: (offset: number) => void;
  /** Gets the element in which markers are drawn. */
  laneRef: (lane: HTMLElement | null) => void;
};

/** The sound under the clip, on the clip's scale. It is dragged, or moved by its range input. */
export function SoundLane({ title, peaks, offset, soundLength, clipLength, step, rate, onOffset, laneRef }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const drag = useRef<{ x: number; offset: number } | null>(null);
  const limits = startLimits({ soundLength, clipLength, step });
  const place = {
    '--from': `${(offset / clipLength) * 100}%`,
    '--length': `${(soundLength / clipLength) * 100}%`,
  } as CSSProperties;
  // The lane renders with each frame of the clip.
  const wave = useMemo(
    () => (
      <svg viewBox={`0 0 ${atob(peaks).length * 2} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <path d={barsPath(readLevels(peaks), HEIGHT)} />
      </svg>
    ),
    [peaks],
  );
  const take = (event: PointerEvent<HTMLDivElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, offset };
  };
  const pull = (event: PointerEvent): void => {
    const width = box.current?.clientWidth;
    if (drag.current && width) onOffset(drag.current.offset + ((event.clientX - drag.current.x) / width) * clipLength);
  };
  const drop = (): void => {
    drag.current = null;
  };
  return (
    <div ref={box} className="sound-lane">
      <input
        type="range"
        className="sr-only"
        data-arrows="own"
        aria-label="Start of the sound"
        aria-valuetext={`${offset < 0 ? 'minus ' : ''}${positionText(Math.abs(offset), rate)}`}
        min={limits.least}
        max={limits.most}
        step={step}
        value={offset}
        onChange={({ currentTarget }) => onOffset(Number(currentTarget.value))}
      />
      <div
        className="sound-bar"
        style={place}
        title="Drag to move the sound"
        onPointerDown={take}
        onPointerMove={pull}
        onPointerUp={drop}
        onPointerCancel={drop}
      >
        {wave}
        <span className="truncate">{title}</span>
      </div>
      <div ref={laneRef} className="sound-markers" style={place} />
    </div>
  );
}
