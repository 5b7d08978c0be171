// The exports compared with reference files, and read again by Python's parsers (test/reference/markers).
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import type { Marker } from '../marker-list.ts';
import { FRAME_RATES, frameNumber, frameRate, frameTime, labelFrame } from '../rates.ts';
import { markersCsv } from './csv.ts';
import { edlText } from './edl.ts';
import { type MarkedTimeline, markerFileName } from './export-parts.ts';
import { fcpxmlText } from './fcpxml.ts';
import { xmemlText } from './xmeml.ts';

const REFERENCES = join(import.meta.dirname, '../../../../../test/reference/markers');
const WRITERS = { xmeml: xmemlText, fcpxml: fcpxmlText, edl: edlText, csv: markersCsv };
type Form = keyof typeof WRITERS;
const FORMS = Object.keys(WRITERS) as Form[];

const marker = (id: number, time: number, name: string, rest: Partial<Marker> = {}): Marker => ({
  ...{ id, time, name, note: '', kind: 'cue', colour: 'green' },
  ...rest,
});

const timelineOf = (
  markers: Marker[],
  rateId: string,
  { start = '01:00:00:00', seconds = 10 } = {},
): MarkedTimeline => {
  const rate = frameRate(rateId);
  return { title: 'Beep_1', markers, rate, start: labelFrame(start, rate) ?? Number.NaN, seconds };
};

type Reread = { start: number | null; isDrop: boolean; markers: [number, string, string][] };

const reread = (form: Form, timeline: MarkedTimeline): Reread => {
  const { frames, seconds } = timeline.rate;
  const script = join(REFERENCES, 'read_markers.py');
  const input = WRITERS[form](timeline);
  return JSON.parse(execFileSync('python3', [script, form, `${frames}`, `${seconds}`], { input, encoding: 'utf8' }));
};

/** Frames from the beginning of the sound: EDL and CSV have timecodes of the timeline. */
const framesOf = ({ markers, start }: Reread, timeline: MarkedTimeline): number[] =>
  markers.map(([frame]) => (start === null ? frame - timeline.start : frame));

const THREE = [
  marker(1, 0, 'Beat 1', { kind: 'beat', colour: 'blue' }),
  marker(2, 3.01, `Hit <&"'/|`, { note: 'Cut here', colour: 'red' }),
  marker(3, 9.98, 'Marker 1'),
];

test.each<[Form, string, string]>([
  ['xmeml', '29.97', 'premiere-29.97.xml'],
  ['fcpxml', '29.97df', 'final-cut-29.97df.fcpxml'],
  ['edl', '29.97', 'resolve-29.97.edl'],
  ['csv', '29.97df', 'table-29.97df.csv'],
])('%s at %s is the same as its reference', (form, rate, reference) => {
  expect(WRITERS[form](timelineOf(THREE, rate))).toBe(readFileSync(join(REFERENCES, reference), 'utf8'));
});

describe.each(FORMS)('%s, read by another parser', (form) => {
  it.each(FRAME_RATES)('has the frames and timecodes of $id around minutes, ten minutes and an hour', (rate) => {
    const { base, id } = rate;
    const edges = [1, 2, 10, 11, 60].map((minutes) => frameNumber(minutes * 60, rate));
    const frames = [0, ...edges.flatMap((edge) => [-base, -1, 0, 1, 2, base].map((step) => edge + step))];
    const markers = frames.map((frame, at) => marker(at + 1, frameTime(frame, rate), `Beat ${at + 1}`));
    const timeline = timelineOf(markers, id, { seconds: 3700 });
    const read = reread(form, timeline);
    expect(framesOf(read, timeline)).toEqual(frames);
    expect(read.isDrop).toBe(rate.isDrop);
    if (read.start !== null) expect(read.start).toBe(timeline.start);
  });

  it('keeps names and notes as far as the format can hold them', () => {
    const long = 'x'.repeat(300);
    const names = [
      [`<&"'/|`, `<&"'/|`],
      ['Drop \u{1f3b5} é 字 \ud800', 'Drop \u{1f3b5} é 字 \ufffd'],
      ['two\nlines\r\n\u0000\u0007\ufffe', 'two lines'],
      [long, long],
      [']]>&amp;', ']]>&amp;'],
      ['=1+1', '=1+1'],
      ['-2', '-2'],
      ['@x', '@x'],
      ['', ''],
    ] as const;
    const plain = names.map(([, line]) => line);
    const markers = names.map(([name], at) => marker(at + 1, at, name, { note: name }));
    const read = reread(form, timelineOf(markers, '25'));
    const expected = { xmeml: plain, fcpxml: plain.map((name) => name.replaceAll('/', '-')) };
    const disarmed = plain.map((name) => (/^[=@-]/.test(name) ? `'${name}` : name));
    const separated = plain.map((name) => name.replaceAll('|', '/'));
    const shown = { ...expected, edl: separated, csv: disarmed }[form];
    const notes = form === 'fcpxml' ? plain : shown;
    expect(read.markers.map(([, name]) => name)).toEqual(shown);
    expect(read.markers.map(([, , note]) => note)).toEqual(notes);
  });

  it('holds thousands of markers, and none', () => {
    const markers = Array.from({ length: 2500 }, (_, at) => marker(at + 1, at / 3, `Beat ${at + 1}`));
    const timeline = timelineOf(markers, '59.94df', { seconds: 840 });
    expect(framesOf(reread(form, timeline), timeline)).toEqual(
      markers.map(({ time }) => frameNumber(time, timeline.rate)),
    );
    expect(reread(form, timelineOf([], '24')).markers).toEqual([]);
  });

  it('starts at any timecode', () => {
    const timeline = timelineOf(THREE, '23.976', { start: '00:59:50:12' });
    expect(framesOf(reread(form, timeline), timeline)).toEqual([0, 72, 239]);
    expect(framesOf(reread(form, { ...timeline, start: 0 }), { ...timeline, start: 0 })).toEqual([0, 72, 239]);
  });
});

it('puts markers of one frame into one in the EDL, as Resolve has one a frame', () => {
  const timeline = timelineOf(
    [marker(1, 1, 'Sound starts', { note: 'a' }), marker(2, 1.01, 'Beat 1', { note: 'b' })],
    '25',
  );
  expect(reread('edl', timeline).markers).toEqual([[timeline.start + 25, 'Sound starts, Beat 1', 'a, b']]);
});

test.each([
  ['Beep_1.wav', 'Beep_1 markers.edl'],
  ['a/b:c?.mp3', 'a b c markers.edl'],
  ['Mix v1.2', 'Mix v1.2 markers.edl'],
  ['...', '... markers.edl'],
  ['\u{1f3b5}'.repeat(80), `${'\u{1f3b5}'.repeat(50)} markers.edl`],
  ['.wav', 'Sound markers.edl'],
])('the markers of %s are saved as %s', (title, name) => {
  expect(markerFileName(title, 'edl')).toBe(name);
});
