// Markers of a sound and what can be done with them. Lists are sorted by time and never changed in place. No DOM.

export const MARKER_COLOURS = ['blue', 'cyan', 'green', 'yellow', 'red', 'purple'] as const;
export type MarkerColour = (typeof MARKER_COLOURS)[number];

export type Marker = {
  id: number;
  /** In seconds from the beginning of the sound. */
  time: number;
  name: string;
  note: string;
  kind: 'beat' | 'cue';
  colour: MarkerColour;
};

/** Markers of one sound; more are neither drawn nor kept. */
export const MOST_MARKERS = 5000;
export const LONGEST_NAME = 300;
export const LONGEST_NOTE = 1000;

const sorted = (markers: readonly Marker[]): Marker[] => markers.toSorted((a, b) => a.time - b.time || a.id - b.id);

/** An id that no marker of the list has. */
const freeId = (markers: readonly Marker[]): number => markers.reduce((most, { id }) => Math.max(most, id), 0) + 1;

const FOUND_BEAT = /^Beat \d+$/;

/** Found markers this near to one that is kept are the same, in seconds. */
const SAME = 0.05;

/** Replaces all markers of a kind, except those that people added, named or wrote a note for. Found ones next to them are left out. */
export function replaceFound(
  markers: readonly Marker[],
  kind: Marker['kind'],
  found: readonly { time: number; name: string }[],
): Marker[] {
  const names = new Set(found.map(({ name }) => name));
  const isOwn = ({ name, note }: Marker): boolean =>
    note !== '' || !(kind === 'beat' ? FOUND_BEAT.test(name) : names.has(name));
  const kept = markers.filter((marker) => marker.kind !== kind || isOwn(marker));
  const own = kept.filter((marker) => marker.kind === kind);
  const fresh = found.filter(({ time }) => !own.some((marker) => Math.abs(marker.time - time) < SAME));
  const id = freeId(kept);
  const added = fresh.slice(0, Math.max(0, MOST_MARKERS - kept.length)).map(({ time, name }, at) => ({
    ...{ id: id + at, time, name, note: '', kind },
    colour: kind === 'beat' ? ('blue' as const) : ('yellow' as const),
  }));
  return sorted([...kept, ...added]);
}

/** Adds a marker at a time. @returns the same list if it is full */
export function addMarker(markers: readonly Marker[], time: number): readonly Marker[] {
  if (markers.length >= MOST_MARKERS) return markers;
  const names = new Set(markers.map(({ name }) => name));
  let number = 1;
  while (names.has(`Marker ${number}`)) number++;
  const marker: Marker = {
    ...{ id: freeId(markers), time, name: `Marker ${number}`, note: '' },
    ...{ kind: 'cue', colour: 'green' },
  };
  return sorted([...markers, marker]);
}

export function changeMarker(
  markers: readonly Marker[],
  id: number,
  change: Partial<Omit<Marker, 'id' | 'kind'>>,
): Marker[] {
  return sorted(markers.map((marker) => (marker.id === id ? { ...marker, ...change } : marker)));
}

/** Numbers the beats that have no name of their own. */
const numbered = (markers: readonly Marker[]): Marker[] => {
  let number = 0;
  return markers.map((marker) => {
    if (marker.kind !== 'beat') return marker;
    number++;
    return FOUND_BEAT.test(marker.name) ? { ...marker, name: `Beat ${number}` } : marker;
  });
};

/** Keeps each `every`th beat, counted from the marker with `from`, or from the first beat. Cues stay. */
export function thinBeats(markers: readonly Marker[], every: number, from?: number): Marker[] {
  const beats = markers.filter(({ kind }) => kind === 'beat');
  const origin = Math.max(
    0,
    beats.findIndex(({ id }) => id === from),
  );
  const kept = new Set(beats.filter((_, at) => (at - origin) % every === 0));
  return numbered(markers.filter((marker) => marker.kind !== 'beat' || kept.has(marker)));
}

/** Moves all markers by seconds; those that would leave the sound stop at its ends. */
export function shiftMarkers(markers: readonly Marker[], seconds: number, length: number): Marker[] {
  return sorted(markers.map((marker) => ({ ...marker, time: Math.min(length, Math.max(0, marker.time + seconds)) })));
}
