/** The clips used in packs. They are rendered by `npm run demo:media` and committed. */
import type { ArtSpec } from '#demo/art/frame.ts';

/** In pixels. */
export const CLIP_SIZE = { width: 1920, height: 1080 };
export const FRAMES_PER_SECOND = 24;

export type ClipSpec = {
  readonly name: string;
  readonly art: ArtSpec;
  readonly seconds: number;
  /** 'natural': the scene ends where it started. 'faded': the end dissolves into the beginning. */
  readonly loop?: 'natural' | 'faded';
  /**
   * Lies over footage: rendered as WebM with alpha, and on black as MP4 for Screen mode. 'passing' overlays appear from nothing
   * and disappear again, 'lasting' ones are there in every frame.
   */
  readonly overlay?: 'passing' | 'lasting';
};

export const CLIPS: readonly ClipSpec[] = [
  { name: 'whip-warm', art: { scene: 'whip', hue: 20 }, seconds: 3, overlay: 'passing' },
  { name: 'whip-cold', art: { scene: 'whip', hue: 210 }, seconds: 3, overlay: 'passing' },
  {
    name: 'light-leak',
    art: { scene: 'lightLeak', hue: 30, text: 'PLAIN' },
    seconds: 3,
    overlay: 'passing',
  },
  { name: 'tunnel-loop', art: { scene: 'tunnel', hue: 190 }, seconds: 3, loop: 'natural' },
  { name: 'dust-drift', art: { scene: 'dust', hue: 70 }, seconds: 3, loop: 'faded', overlay: 'lasting' },
  { name: 'ink-bloom', art: { scene: 'ink', hue: 350 }, seconds: 3, overlay: 'passing' },
  { name: 'embers-loop', art: { scene: 'embers', hue: 35 }, seconds: 3, loop: 'faded', overlay: 'lasting' },
  { name: 'glitch-burst', art: { scene: 'glitch', hue: 300 }, seconds: 2, overlay: 'lasting' },
  { name: 'tape-damage', art: { scene: 'tape', hue: 330, text: 'PORTRAIT' }, seconds: 2 },
  { name: 'grid-loop', art: { scene: 'grid', hue: 350 }, seconds: 3, loop: 'natural' },
  { name: 'aurora-loop', art: { scene: 'aurora', hue: 155 }, seconds: 4, loop: 'faded' },
  { name: 'title-shine', art: { scene: 'shine', hue: 60, text: 'HALO' }, seconds: 3, overlay: 'passing' },
];

/** The files of a clip, in the folder `clips`. */
export function filesOf({ name, overlay }: ClipSpec): string[] {
  return overlay ? [`${name}.mp4`, `${name}.webm`] : [`${name}.mp4`];
}
