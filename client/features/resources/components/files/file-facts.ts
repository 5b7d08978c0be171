// What the list of files says about each file.
import { clockTime } from '#client/features/resources/stage/clock-time.ts';
import { formatBytes } from '#client/kit/text/format-bytes.ts';
import type { FileFacts, ResourceFile } from '#contract/resources/api.ts';

const sizeOf = ({ width, height }: { width: number; height: number }): string => `${width}x${height}`;
const rateText = (rate: number | undefined): string => (rate === undefined ? '' : `${Number(rate.toFixed(2))} fps`);
const lengthText = (seconds: number | undefined): string => {
  if (seconds === undefined) return '';
  // Many sound effects are shorter than a second.
  return seconds < 10 ? `0:0${seconds.toFixed(1)}` : clockTime(seconds);
};
const CHANNELS: Record<number, string> = { 1: 'mono', 2: 'stereo', 6: '5.1', 8: '7.1' };
const formatOf = ({ channels, sampleRate }: { channels: number; sampleRate: number }): string =>
  `${sampleRate / 1000} kHz ${CHANNELS[channels] ?? `${channels} ch`}`;
const loudnessOf = ({ preview }: ResourceFile): string =>
  preview?.kind === 'sound' && preview.loudness !== null ? `${preview.loudness.toFixed(1)} LUFS` : '';

/** `4.8k`, for a narrow column. */
const shortCount = (count: number): string =>
  count < 1000
    ? String(count)
    : count < 1e6
      ? `${Number((count / 1000).toFixed(1))}k`
      : `${Number((count / 1e6).toFixed(1))}M`;

type SoundFacts = Extract<FileFacts, { kind: 'sound' }>;
/** `A min`, for a narrow column. */
const keyOf = ({ key }: SoundFacts): string => key?.value.replace(/^(\S+ m..).*/, '$1') ?? '';

/** The four columns of facts beside a file's name; the last is empty for most. */
type Cells = [picture: string, rate: string, length: string, more: string];

const NONE: Cells = ['', '', '', ''];

export function cellsOf(file: ResourceFile): Cells {
  const { facts, preview } = file;
  if (!facts) return NONE;
  if (preview?.kind === 'clip' && preview.sequence)
    return [
      'Sequence',
      `${preview.sequence.frames} frames`,
      '',
      facts.kind === 'picture' && facts.alpha ? 'alpha' : '',
    ];
  switch (facts.kind) {
    case 'video':
      return [sizeOf(facts), rateText(facts.frameRate), lengthText(facts.seconds), facts.alpha ? 'alpha' : ''];
    case 'picture':
      return [sizeOf(facts), '', '', facts.alpha ? 'alpha' : ''];
    case 'sound':
      return [
        formatOf(facts),
        facts.tempo ? `${facts.tempo.value} BPM` : loudnessOf(file),
        lengthText(facts.seconds),
        keyOf(facts),
      ];
    case 'lottie':
      return [sizeOf(facts), rateText(facts.frameRate), lengthText(facts.seconds), facts.hasExpressions ? 'expr.' : ''];
    case 'model':
      return [
        `${shortCount(facts.triangles)} tris`,
        facts.isRigged ? 'rigged' : '',
        facts.animations > 0 ? 'animated' : '',
        facts.textures.length > 0 ? `${Math.max(...facts.textures.map(({ width }) => width))} px` : '',
      ];
    case 'font':
      return [facts.style, String(facts.weight), '', `${facts.glyphs} glyphs`];
    case 'pdf':
      return [facts.pages === 1 ? '1 page' : `${facts.pages} pages`, '', '', ''];
    case 'archive':
      return [facts.files === 1 ? '1 file' : `${facts.files} files`, formatBytes(facts.size), '', ''];
    case 'look':
      return [facts.dimensions === 3 ? `${facts.size} points` : `1D, ${facts.size} points`, '', '', ''];
  }
}

/** The facts that are known, most telling first. */
export function listedFacts(file: ResourceFile): string[] {
  const [picture, rate, length, more] = cellsOf(file);
  const loudness = loudnessOf(file);
  if (file.facts?.kind === 'archive') return [picture, `${rate} unpacked`];
  return [length, picture, rate, more, loudness === rate ? '' : loudness].filter((fact) => fact !== '');
}
