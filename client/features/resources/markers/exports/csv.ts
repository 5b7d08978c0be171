// A table for spreadsheets and other programs.
import { tableText } from '#client/kit/text/table-text.ts';
import { frameAt, frameLabel } from '../rates.ts';
import { type Cuts, oneLine } from './export-parts.ts';

const HEAD = ['Name', 'Timecode', 'Seconds', 'Frame', 'Frame rate', 'Kind', 'Colour', 'Note'];

/** Seconds and frames count from the beginning of the sound; timecodes from that of the timeline. */
export function markersCsv({ markers, rate, start }: Cuts): string {
  const rows = markers.map(({ name, note, time, kind, colour }) => {
    const frame = frameAt(time, rate);
    return [
      oneLine(name),
      frameLabel(start + frame, rate),
      time.toFixed(3),
      String(frame),
      rate.isDrop ? `${rate.label} drop-frame` : rate.label,
      kind,
      colour,
      oneLine(note),
    ];
  });
  return tableText([HEAD, ...rows]);
}
