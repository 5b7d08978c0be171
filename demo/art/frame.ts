/** Renders an art spec to an image: pictures, and frames of clips. */

import type { Canvas } from './canvas.ts';
import { developCanvas, type Finish, fromPixels } from './develop.ts';
import { seedFrom } from './random.ts';
import { SCENES, type SceneName } from './scene-list.ts';
import type { Scene } from './shot.ts';

/** Compact description of an image: the scene, its main hue, and the text if the scene shows any. */
export type ArtSpec = {
  readonly scene: SceneName;
  readonly hue: number;
  readonly text?: string;
  /** Selects a different arrangement of the same scene and hue. */
  readonly variant?: number;
};

export const THUMBNAIL_WIDTH = 1280;
export const THUMBNAIL_HEIGHT = 720;
/** Position in the shot (0 to 1) that the thumbnail shows. */
const POSTER_MOMENT = 0.38;

/** Finished 8-bit RGB image of one moment (0 to 1) at any 16:9 size. `finish` overrides the scene's own settings. */
export async function paintFrame(
  art: ArtSpec,
  moment: number,
  width: number,
  height: number,
  finish: Finish = {},
): Promise<Buffer> {
  const scene: Scene = SCENES[art.scene];
  const canvas = await paintCanvas(art, moment, width, height);
  return developCanvas(canvas, width, height, { ...scene.finish, ...finish });
}

/** One moment in linear light, painted in as much detail as the scene needs at this size. */
export function paintCanvas(
  art: ArtSpec,
  moment: number,
  width: number,
  height: number,
  overlay = false,
): Promise<Canvas> {
  const scene: Scene = SCENES[art.scene];
  const detail = width > 640 ? scene.detail : 1;
  return scene.paint({
    seed: seedFrom(`${art.scene}:${art.hue}:${art.variant ?? 0}`),
    hue: art.hue,
    t: moment,
    width: Math.round(width * detail),
    height: Math.round(height * detail),
    text: art.text ?? '',
    ...(overlay && { overlay }),
  });
}

/** An image as WebP, 1280 x 720, about 30 to 150 kB. */
export async function makePicture(art: ArtSpec): Promise<Buffer> {
  const pixels = await paintFrame(art, POSTER_MOMENT, THUMBNAIL_WIDTH, THUMBNAIL_HEIGHT);
  return fromPixels(pixels, THUMBNAIL_WIDTH, THUMBNAIL_HEIGHT).webp({ quality: 84, effort: 1 }).toBuffer();
}
