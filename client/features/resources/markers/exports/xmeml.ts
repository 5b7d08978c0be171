// Premiere Pro, which also Resolve and Audition read: Final Cut Pro 7 XML, version 4.
import type { MarkerColour } from '../marker-list.ts';
import { type FrameRate, frameLabel, frameNumber } from '../rates.ts';
import { frameCount, type MarkedTimeline, xmlText } from './export-parts.ts';

/** Premiere's colours as numbers (alpha, blue, green, red); green has none. */
const COLOURS: Record<MarkerColour, number | null> = {
  blue: 4_294_741_314,
  cyan: 4_292_277_273,
  green: null,
  yellow: 4_281_049_552,
  red: 4_281_740_498,
  purple: 4_289_825_711,
};

const rateLines = ({ base, seconds }: FrameRate): string =>
  `<rate><timebase>${base}</timebase><ntsc>${seconds === 1001 ? 'TRUE' : 'FALSE'}</ntsc></rate>`;

/** A sequence with its markers. `-1` as the end makes them points. */
export function xmemlText({ title, markers, rate, start, seconds }: MarkedTimeline): string {
  const rates = rateLines(rate);
  const marks = markers.map(({ name, note, time, colour }) => {
    const tag = COLOURS[colour];
    return `    <marker>
      <name>${xmlText(name)}</name>
      <comment>${xmlText(note)}</comment>
      <in>${frameNumber(time, rate)}</in>
      <out>-1</out>${tag === null ? '' : `\n      <pproColor>${tag}</pproColor>`}
    </marker>
`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE xmeml>
<xmeml version="4">
  <sequence id="markers">
    <name>${xmlText(title)}</name>
    <duration>${frameCount({ markers, rate, seconds })}</duration>
    ${rates}
    <timecode>
      ${rates}
      <string>${frameLabel(start, rate)}</string>
      <frame>${start}</frame>
      <displayformat>${rate.isDrop ? 'DF' : 'NDF'}</displayformat>
    </timecode>
    <media>
      <video>
        <format><samplecharacteristics>${rates}<width>1920</width><height>1080</height></samplecharacteristics></format>
        <track/>
      </video>
      <audio><track/></audio>
    </media>
${marks.join('')}  </sequence>
</xmeml>
`;
}
