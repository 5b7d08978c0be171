import { type PointerEvent, useMemo, useRef, useState } from 'react';
import { MARKER_COLOURS, type Marker } from './marker-list.ts';

/** Units of the drawing's width. */
const WIDTH = 10_000;
/** How far from a marker it can still be taken, in pixels. */
const REACH = 10;

type Props = {
  markers: readonly Marker[];
  selected: number | null;
  /** In seconds. */
  length: number;
  onSeek: (time: number) => void;
  onSelect: (id: number) => void;
  onMove: (id: number, time: number) => void;
};

/** Markers on the waveform. They are moved by a strip above it; the list has the keys for it. */
export function MarkerLane({ markers, selected, length, onSeek, onSelect, onMove }: Props) {
  const strip = useRef<HTMLDivElement>(null);
  const [drag, setDrag] = useState<{ id: number; time: number } | null>(null);
  const xOf = (time: number): number => Math.round((time / length) * WIDTH);
  // One path for each colour: thousands of elements would be slow.
  const paths = useMemo(
    () =>
      MARKER_COLOURS.map((colour) => {
        const ofColour = markers.filter((marker) => marker.colour === colour && marker.id !== drag?.id);
        const places = ofColour.map(({ time }) => Math.round((time / length) * WIDTH));
        return {
          ...{ colour, lines: places.map((x) => `M${x} 0V100`).join('') },
          heads: places.map((x) => `M${x} 0V6`).join(''),
        };
      }),
    [markers, length, drag?.id],
  );
  const isSeeking = useRef(false);
  const timeAt = ({ clientX }: PointerEvent): number => {
    const { left, width } = strip.current?.getBoundingClientRect() ?? { left: 0, width: 1 };
    return Math.min(length, Math.max(0, ((clientX - left) / width) * length));
  };
  const take = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    strip.current?.setPointerCapture(event.pointerId);
    const time = timeAt(event);
    const reach = (REACH / (strip.current?.clientWidth || 1)) * length;
    const near = markers.reduce<Marker | null>((best, marker) => {
      const isNearer = Math.abs(marker.time - time) < Math.abs((best?.time ?? Number.POSITIVE_INFINITY) - time);
      return isNearer && Math.abs(marker.time - time) <= reach ? marker : best;
    }, null);
    isSeeking.current = !near;
    if (!near) {
      onSeek(time);
      return;
    }
    onSelect(near.id);
    setDrag({ id: near.id, time: near.time });
  };
  const pull = (event: PointerEvent): void => {
    if (isSeeking.current) onSeek(timeAt(event));
    if (drag) setDrag({ ...drag, time: timeAt(event) });
  };
  const drop = (): void => {
    isSeeking.current = false;
    const moved = markers.find(({ id }) => id === drag?.id);
    if (drag && moved && moved.time !== drag.time) onMove(drag.id, drag.time);
    setDrag(null);
  };
  const cancel = (): void => {
    isSeeking.current = false;
    setDrag(null);
  };
  if (!(length > 0)) return null;
  const chosen = drag ?? markers.find(({ id }) => id === selected);
  return (
    <>
      <svg className="markers-drawing" viewBox={`0 0 ${WIDTH} 100`} preserveAspectRatio="none" aria-hidden="true">
        {paths.map(({ colour, lines, heads }) => (
          <g key={colour} data-colour={colour}>
            <path d={lines} />
            <path d={heads} className="markers-heads" />
          </g>
        ))}
        {chosen && (
          <g data-colour="chosen">
            <path d={`M${xOf(chosen.time)} 0V100`} />
            <path d={`M${xOf(chosen.time)} 0V8`} className="markers-heads" />
          </g>
        )}
      </svg>
      {markers.length > 0 && (
        <div
          ref={strip}
          className="markers-strip"
          onPointerDown={take}
          onPointerMove={pull}
          onPointerUp={drop}
          onPointerCancel={cancel}
        />
      )}
    </>
  );
}
