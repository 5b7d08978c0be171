import { type CSSProperties, type PointerEvent, type ReactNode, useRef } from 'react';
import { positionText, SeekBar } from '#client/features/resources/stage/seek-bar.tsx';
import type { Media } from '#client/features/resources/stage/use-media.ts';

type Props = {
  media: Media;
  rate: number | null;
  /** The layer's name, and what people call it. */
  title: string;
  noun: string;
  /** Seconds; a layer without a length lasts until the end. */
  start: number;
  seconds: number | null;
  /** Seconds of one step. */
  step: number;
  /** When the cut of a transition is, in seconds of the footage. */
  cut?: number | null;
  onMove: (start: number) => void;
  /** Pictures of the footage. */
  children?: ReactNode;
};

/** The footage with the layer on a lane above it, which can be dragged. */
export function Lanes({ media, rate, title, noun, start, seconds, step, cut, onMove, children }: Props) {
  const lane = useRef<HTMLDivElement>(null);
  const drag = useRef<{ x: number; start: number } | null>(null);
  const { length } = media;
  const end = seconds === null ? length : Math.min(length, start + seconds);
  const share = (time: number): string => `${length > 0 ? (Math.min(Math.max(0, time), length) / length) * 100 : 0}%`;
  const take = (event: PointerEvent<HTMLSpanElement>): void => {
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, start };
  };
  const pull = (event: PointerEvent<HTMLSpanElement>): void => {
    const width = lane.current?.clientWidth;
    if (drag.current && width) onMove(drag.current.start + ((event.clientX - drag.current.x) / width) * length);
  };
  const drop = (): void => {
    drag.current = null;
  };
  return (
    <div className="layer-lanes">
      <span className="layer-lane-name mono" aria-hidden="true">
        V2
      </span>
      <span className="layer-lane-name mono" aria-hidden="true">
        V1
      </span>
      <SeekBar media={media} rate={rate}>
        {children}
      </SeekBar>
      <div ref={lane} className="layer-lane" style={{ '--from': share(start), '--to': share(end) } as CSSProperties}>
        <input
          type="range"
          className="sr-only"
          data-arrows="own"
          aria-label={`Start of the ${noun}`}
          aria-valuetext={`${start < 0 ? 'minus ' : ''}${positionText(Math.abs(start), rate)}`}
          min={seconds === null ? 0 : Math.ceil(1 - seconds / step) * step}
          max={Math.max(0, length - step)}
          step={step}
          value={start}
          onChange={({ currentTarget }) => onMove(Number(currentTarget.value))}
        />
        <span
          className="layer-bar"
          title={`Drag to move the ${noun}`}
          onPointerDown={take}
          onPointerMove={pull}
          onPointerUp={drop}
          onPointerCancel={drop}
        >
          <span className="truncate">{title}</span>
        </span>
        {cut != null && <span className="layer-cut" style={{ left: share(cut) }} />}
      </div>
    </div>
  );
}
