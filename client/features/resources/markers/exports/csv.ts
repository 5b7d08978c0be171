// A table for spreadsheets and other programs.
import { tableText } from '#client/kit/text/table-text.ts';
import { frameLabel, frameNumber } from '../rates.ts';
import { type MarkedTimeline, singleLine } from './export-parts.ts';

const HEAD = ['Name', 'Timecode', 'Seconds', 'Frame', 'Frame rate', 'Kind', 'Colour', 'Note'];

/** Seconds and frames count from the beginning of the sound; timecodes from that of the timeline. */
export function markersCsv({ markers, rate, start }: MarkedTimeline): string {
  const rows = markers.map(({ name, note, time, kind, colour }) => {
    const frame = frameNumber(time, rate);
    return [
      singleLine(name),
      frameLabel(start + frame, rate),
      time.toFixed(3),
      String(frame),
      rate.isDrop ? `${rate.label} drop-frame` : rate.label,
      kind,
      colour,
      singleLine(note),
    ];
  });
  return tableText([HEAD, ...rows]);
}
