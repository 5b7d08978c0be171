import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { Marker } from './marker-list.ts';

/** Pixels of a row and of the list, as in markers.css. */
const ROW = 36;
const HEIGHT = 288;
/** Rows that are drawn above and below the visible ones. */
const SPARE = 6;
const PAGE = HEIGHT / ROW;

type Props = {
  markers: readonly Marker[];
  selected: number | null;
  labelOf: (time: number) => string;
  onSelect: (marker: Marker) => void;
  /** Moves the selected marker by frames, or by steps of 10 ms. */
  onNudge: (steps: number, unit: 'frame' | 'fine') => void;
  onDelete: () => void;
};

/** The list of markers. Only the visible rows are in the document. */
export function MarkerRows({ markers, selected, labelOf, onSelect, onNudge, onDelete }: Props) {
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const id = useId();
  const at = markers.findIndex((marker) => marker.id === selected);
  useEffect(() => {
    const box = list.current;
    if (!box || at === -1) return;
    if (at * ROW < box.scrollTop) box.scrollTop = at * ROW;
    else if ((at + 1) * ROW > box.scrollTop + box.clientHeight) box.scrollTop = (at + 1) * ROW - box.clientHeight;
  }, [at]);
  const from = Math.max(0, Math.floor(top / ROW) - SPARE);
  const shown = markers.slice(from, from + PAGE + SPARE * 2);
  const isSelectedShown = at >= from && at < from + shown.length;
  const choose = (to: number): void => {
    const marker = markers[Math.min(markers.length - 1, Math.max(0, to))];
    if (marker) onSelect(marker);
  };
  const act = (event: KeyboardEvent): void => {
    const nudge = (steps: number) => onNudge(steps, event.shiftKey ? 'fine' : 'frame');
    const keys = new Map<string, () => void>([
      ['ArrowUp', () => choose(at - 1)],
      ['ArrowDown', () => choose(at + 1)],
      ['PageUp', () => choose(at - PAGE)],
      ['PageDown', () => choose(at + PAGE)],
      ['Home', () => choose(0)],
      ['End', () => choose(markers.length - 1)],
      ['ArrowLeft', () => nudge(-1)],
      ['ArrowRight', () => nudge(1)],
      ['Delete', onDelete],
      ['Backspace', onDelete],
    ]);
    const does = keys.get(event.key);
    if (event.ctrlKey || event.metaKey || event.altKey || !does) return;
    event.preventDefault();
    does();
  };
  return (
    <div
      ref={list}
      className="markers-list"
      role="listbox"
      aria-label="Markers"
      aria-activedescendant={isSelectedShown ? `${id}-${selected}` : undefined}
      tabIndex={0}
      data-arrows="own"
      onKeyDown={act}
      onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
    >
      <div role="presentation" style={{ height: markers.length * ROW }}>
        {shown.map((marker, place) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the list has the focus and names the active row
          // biome-ignore lint/a11y/useKeyWithClickEvents: as above
          <div
            key={marker.id}
            id={`${id}-${marker.id}`}
            className="markers-row"
            role="option"
            aria-selected={marker.id === selected}
            aria-setsize={markers.length}
            aria-posinset={from + place + 1}
            style={{ top: (from + place) * ROW }}
            onClick={() => onSelect(marker)}
          >
            <span className="markers-dot" data-colour={marker.colour} />
            <span className="mono">{labelOf(marker.time)}</span>
            <span className="truncate">{marker.name}</span>
            <span className="ml-auto text-sm text-muted">{marker.kind === 'beat' ? 'Beat' : 'Cue'}</span>
          </div>
        ))}
      </div>
    </div>
  );
}
