// Final Cut Pro and Resolve: FCPXML 1.10.
import { frameFraction, frameNumber } from '../rates.ts';
import { frameCount, type MarkedTimeline, xmlText } from './export-parts.ts';

/** Final Cut Pro reads a slash in names as part of a path. */
const nameText = (text: string): string => xmlText(text.replaceAll('/', '-'));

/** Final Cut Pro's name of 1080p at this rate. */
const formatName = (label: string): string => `FFVideoFormat1080p${label.replace('23.976', '23.98').replace('.', '')}`;

/** A project with a gap that is as long as the sound and has its markers. Times are whole frames, as fractions. */
export function fcpxmlText({ title, markers, rate, start, seconds }: MarkedTimeline): string {
  const duration = frameFraction(frameCount({ markers, rate, seconds }), rate);
  const begin = frameFraction(start, rate);
  const frame = `${rate.seconds}/${rate.frames}s`;
  const name = nameText(title) || 'Markers';
  const marks = markers.map(({ name: value, note, time }) => {
    const at = frameFraction(frameNumber(time, rate), rate);
    const noted = note === '' ? '' : ` note="${xmlText(note)}"`;
    return `              <marker start="${at}" duration="${frame}" value="${nameText(value)}"${noted}/>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE fcpxml>
<fcpxml version="1.10">
  <resources>
    <format id="r1" name="${formatName(rate.label)}" frameDuration="${frame}" width="1920" height="1080"/>
  </resources>
  <library>
    <event name="${name}">
      <project name="${name}">
        <sequence format="r1" duration="${duration}" tcStart="${begin}" tcFormat="${rate.isDrop ? 'DF' : 'NDF'}">
          <spine>
            <gap name="Gap" offset="${begin}" start="0s" duration="${duration}">
${marks.join('')}            </gap>
          </spine>
        </sequence>
      </project>
    </event>
  </library>
</fcpxml>
`;
}
