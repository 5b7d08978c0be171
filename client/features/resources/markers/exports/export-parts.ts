// What the exports share: names that are safe in each format, and file names.
import type { Marker } from '../marker-list.ts';
import { type FrameRate, frameNumber } from '../rates.ts';

/** What is exported. */
export type MarkedTimeline = {
  /** The name of the timeline. */
  title: string;
  markers: readonly Marker[];
  rate: FrameRate;
  /** Frame whose timecode the timeline begins with, such as that of 01:00:00:00. */
  start: number;
  /** Length of the sound in seconds. */
  seconds: number;
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no place for these, whatever escapes them
const UNWRITABLE = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufffe\uffff]+/g;

/** A text as one line that every format can hold. */
export function singleLine(text: string): string {
  return text.toWellFormed().replaceAll(UNWRITABLE, ' ').trim();
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** Text of an XML element or attribute. */
export function xmlText(text: string): string {
  return singleLine(text).replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** Frames of a timeline that holds the whole sound and each marker. */
export function frameCount({ markers, rate, seconds }: Pick<MarkedTimeline, 'markers' | 'rate' | 'seconds'>): number {
  const last = markers.reduce((most, { time }) => Math.max(most, frameNumber(time, rate)), 0);
  return Math.max(last + 1, Math.ceil((seconds * rate.frames) / rate.seconds - 1e-6));
}

/** Name of an exported file, such as `Beep_1 markers.edl`. */
export function markerFileName(title: string, ending: string): string {
  const plain = singleLine(title.replace(/\.[a-z][a-z0-9]{1,4}$/i, ''))
    .replaceAll(/[<>:"/\\|?*]/g, ' ')
    .trim();
  // File systems take 255 bytes; a character takes up to 4.
  return `${[...(plain || 'Sound')].slice(0, 50).join('')} markers.${ending}`;
}
