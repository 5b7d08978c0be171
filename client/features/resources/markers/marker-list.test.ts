import { expect, it } from 'vitest';
import {
  addMarker,
  changeMarker,
  type Marker,
  MOST_MARKERS,
  replaceFound,
  shiftMarkers,
  thinBeats,
} from './marker-list.ts';

const beats = (count: number): Marker[] =>
  replaceFound(
    [],
    'beat',
    Array.from({ length: count }, (_, at) => ({ time: at / 2, name: `Beat ${at + 1}` })),
  );
const shown = (markers: readonly Marker[]) => markers.map(({ time, name }) => `${time} ${name}`);

it('finding again replaces what was found, and keeps what people added', () => {
  const own = addMarker(beats(3), 0.7);
  const again = replaceFound(own, 'beat', [{ time: 0.1, name: 'Beat 1' }]);
  expect(shown(again)).toEqual(['0.1 Beat 1', '0.7 Marker 1']);
  const cues = replaceFound(again, 'cue', [{ time: 0, name: 'Sound starts' }]);
  expect(shown(replaceFound(cues, 'cue', [{ time: 0.2, name: 'Sound starts' }]))).toEqual([
    '0.1 Beat 1',
    '0.2 Sound starts',
    '0.7 Marker 1',
  ]);
  expect(new Set(cues.map(({ id }) => id)).size).toBe(cues.length);
});

it('finding again keeps beats and cues with a name or a note of their own, and adds none next to them', () => {
  const edited = changeMarker(changeMarker(beats(4), 2, { name: 'Drop', time: 0.52 }), 3, { note: 'Cut here' });
  const again = replaceFound(
    edited,
    'beat',
    [0, 0.5, 1.02, 1.5].map((time, at) => ({ time, name: `Beat ${at + 1}` })),
  );
  expect(shown(again)).toEqual(['0 Beat 1', '0.52 Drop', '1 Beat 3', '1.5 Beat 4']);
  const cues = replaceFound([], 'cue', [{ time: 2, name: 'Gets louder' }]);
  const noted = changeMarker(cues, 1, { note: 'Title' });
  expect(replaceFound(noted, 'cue', [{ time: 2.01, name: 'Gets louder' }])).toEqual(noted);
});

it('keeps every second beat, counted from the selected one, and numbers them again', () => {
  const named = changeMarker(beats(6), 3, { name: 'Drop' });
  expect(shown(thinBeats(named, 2))).toEqual(['0 Beat 1', '1 Drop', '2 Beat 3']);
  expect(shown(thinBeats(beats(6), 4, 2))).toEqual(['0.5 Beat 1', '2.5 Beat 2']);
  expect(shown(thinBeats(addMarker(beats(3), 0.7), 2))).toEqual(['0 Beat 1', '0.7 Marker 1', '1 Beat 2']);
});

it('stays sorted when markers are moved, and within the sound when all are shifted', () => {
  expect(shown(changeMarker(beats(3), 1, { time: 0.8 }))).toEqual(['0.5 Beat 2', '0.8 Beat 1', '1 Beat 3']);
  expect(shown(shiftMarkers(beats(3), -0.6, 4))).toEqual(['0 Beat 1', '0 Beat 2', '0.4 Beat 3']);
  expect(shown(shiftMarkers(beats(3), 3.2, 4))).toEqual(['3.2 Beat 1', '3.7 Beat 2', '4 Beat 3']);
});

it('has room for a limited number', () => {
  const full = beats(MOST_MARKERS + 10);
  expect(full).toHaveLength(MOST_MARKERS);
  expect(addMarker(full, 1)).toBe(full);
});
