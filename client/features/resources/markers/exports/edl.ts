// Resolve: Timelines > Import > Timeline Markers from EDL. CMX 3600 with one event for each marker.
import type { MarkerColour } from '../marker-list.ts';
import { frameLabel, frameNumber } from '../rates.ts';
import { type MarkedTimeline, singleLine } from './export-parts.ts';

const COLOURS: Record<MarkerColour, string> = {
  blue: 'ResolveColorBlue',
  cyan: 'ResolveColorCyan',
  green: 'ResolveColorGreen',
  yellow: 'ResolveColorYellow',
  red: 'ResolveColorRed',
  purple: 'ResolveColorPurple',
};

/** Event numbers have three digits, so they start again. */
const MOST_EVENTS = 999;

/** `|` separates fields. */
const fieldText = (text: string): string => singleLine(text).replaceAll('|', '/');

/** A frame holds one marker in Resolve: those that share a frame become one. */
const perFrame = ({ markers, rate }: MarkedTimeline) => {
  const frames = new Map<number, { names: string[]; notes: string[]; colour: MarkerColour }>();
  for (const { time, name, note, colour } of markers) {
    const frame = frameNumber(time, rate);
    const one = frames.get(frame) ?? { names: [], notes: [], colour };
    one.names.push(fieldText(name));
    if (note !== '') one.notes.push(fieldText(note));
    frames.set(frame, one);
  }
  return [...frames];
};

/** Timeline markers. Lines end with two spaces where Resolve writes them. */
export function edlText(timeline: MarkedTimeline): string {
  const { title, rate, start } = timeline;
  const events = perFrame(timeline).map(([frame, { names, notes, colour }], at) => {
    const number = String((at % MOST_EVENTS) + 1).padStart(3, '0');
    const [from, to] = [start + frame, start + frame + 1].map((one) => frameLabel(one, rate));
    return `${number}  001      V     C        ${from} ${to} ${from} ${to}  
${notes.join(', ')} |C:${COLOURS[colour]} |M:${names.join(', ')} |D:1

`;
  });
  return `TITLE: ${singleLine(title)}
FCM: ${rate.isDrop ? 'DROP FRAME' : 'NON-DROP FRAME'}

${events.join('')}`;
}
