/** From an art spec to an encoded picture: thumbnails, frames of clips, cells of hover strips. */

import type { Canvas } from './canvas.ts';
import { developCanvas, type Finish, fromPixels } from './develop.ts';
import { seedFrom } from './random.ts';
import { SCENES, type SceneName } from './scene-list.ts';
import type { Scene, Side } from './shot.ts';

/** A picture in one line: the scene, its main hue, words if the scene shows any. */
export type ArtSpec = {
  readonly scene: SceneName;
  readonly hue: number;
  readonly text?: string;
  /** Another arrangement of the same scene and hue. */
  readonly variant?: number;
  /** Loudness of the sound that the picture shows. */
  readonly peaks?: readonly number[];
  /** One side of a picture that has two. */
  readonly side?: Side;
};

export const THUMBNAIL_WIDTH = 1280;
export const THUMBNAIL_HEIGHT = 720;
/** The moment of a shot that its thumbnail shows. */
export const POSTER_MOMENT = 0.38;

/** Finished 8-bit RGB of one moment (0 to 1) at any 16:9 size. `finish` overrides the scene's own. */
export async function paintFrame(
  art: ArtSpec,
  moment: number,
  width: number,
  height: number,
  finish: Finish = {},
): Promise<Buffer> {
  const scene: Scene = SCENES[art.scene];
  const detail = width > 640 ? scene.detail : 1;
  const canvas: Canvas = await scene.paint({
    seed: seedFrom(`${art.scene}:${art.hue}:${art.variant ?? 0}`),
    hue: art.hue,
    t: moment,
    width: Math.round(width * detail),
    height: Math.round(height * detail),
    text: art.text ?? '',
    ...(art.side && { side: art.side }),
    ...(art.peaks && { peaks: art.peaks }),
  });
  return developCanvas(canvas, width, height, { ...scene.finish, ...finish });
}

/** How the strip of a picture is used: twelve moments of it, or its two sides. */
export function stripKindOf({ scene }: ArtSpec): 'frames' | 'lut' | 'waveform' {
  const { sides }: Scene = SCENES[scene];
  return sides ?? 'frames';
}

/** The thumbnail of a resource: WebP, 1280 x 720, about 30 to 150 kB. */
export async function makeThumbnail(art: ArtSpec): Promise<Buffer> {
  const pixels = await paintFrame(art, POSTER_MOMENT, THUMBNAIL_WIDTH, THUMBNAIL_HEIGHT);
  return fromPixels(pixels, THUMBNAIL_WIDTH, THUMBNAIL_HEIGHT).webp({ quality: 84, effort: 1 }).toBuffer();
}
