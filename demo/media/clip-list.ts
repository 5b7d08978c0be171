/** The clips used in packs. They are rendered by `npm run demo:media` and committed. */
import type { ArtSpec } from '#demo/art/frame.ts';

export const CLIP_WIDTH = 1280;
export const CLIP_HEIGHT = 720;
export const FRAMES_PER_SECOND = 24;

export type ClipSpec = {
  readonly name: string;
  readonly art: ArtSpec;
  readonly seconds: number;
  /** 'natural': the scene ends where it started. 'faded': the end dissolves into the beginning. */
  readonly loop?: 'natural' | 'faded';
};

export const CLIPS: readonly ClipSpec[] = [
  { name: 'whip-warm', art: { scene: 'whip', hue: 20 }, seconds: 3 },
  { name: 'whip-cold', art: { scene: 'whip', hue: 210 }, seconds: 3 },
  { name: 'light-leak', art: { scene: 'lightLeak', hue: 30, text: 'PLAIN' }, seconds: 3 },
  { name: 'tunnel-loop', art: { scene: 'tunnel', hue: 190 }, seconds: 3, loop: 'natural' },
  { name: 'dust-drift', art: { scene: 'dust', hue: 70 }, seconds: 3, loop: 'faded' },
  { name: 'ink-bloom', art: { scene: 'ink', hue: 350 }, seconds: 3 },
  { name: 'embers-loop', art: { scene: 'embers', hue: 35 }, seconds: 3, loop: 'faded' },
  { name: 'glitch-burst', art: { scene: 'glitch', hue: 300 }, seconds: 2 },
  { name: 'tape-damage', art: { scene: 'tape', hue: 330, text: 'PORTRAIT' }, seconds: 3 },
  { name: 'grid-loop', art: { scene: 'grid', hue: 350 }, seconds: 3, loop: 'natural' },
  { name: 'aurora-loop', art: { scene: 'aurora', hue: 155 }, seconds: 4, loop: 'faded' },
  { name: 'title-shine', art: { scene: 'shine', hue: 60, text: 'HALO' }, seconds: 3 },
];
