// Pictures that a person chooses: opened, cut and made small in the browser. The server looks at them again.
import { NOT_AN_IMAGE } from '#contract/limits.ts';

export type PictureKind = 'avatar' | 'banner';

/** Shape of the cut, and the width in pixels beyond which nothing is gained. */
export const PICTURE_SHAPES: Record<PictureKind, { aspect: number; maxWidth: number }> = {
  avatar: { aspect: 1, maxWidth: 1024 },
  banner: { aspect: 3, maxWidth: 1500 },
};

const QUALITY = 0.9;

export type Area = { x: number; y: number; width: number; height: number };

const decoded = async (url: string): Promise<HTMLImageElement> => {
  const image = new Image();
  image.src = url;
  await image.decode();
  if (image.naturalWidth === 0 || image.naturalHeight === 0) throw new Error(NOT_AN_IMAGE);
  return image;
};

/** An address of the chosen file for drawing it; rejects with the sentence to show when it is no picture. */
export async function openPicture(file: File): Promise<string> {
  if (!file.type.startsWith('image/')) throw new Error(NOT_AN_IMAGE);
  const url = URL.createObjectURL(file);
  try {
    await decoded(url);
    return url;
  } catch {
    URL.revokeObjectURL(url);
    throw new Error(NOT_AN_IMAGE);
  }
}

const encode = (canvas: HTMLCanvasElement, type: string): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, type, QUALITY));

const draw = (image: HTMLImageElement, area: Area, maxWidth: number, ground: string | null): HTMLCanvasElement => {
  const scale = Math.min(1, maxWidth / area.width);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(area.width * scale));
  canvas.height = Math.max(1, Math.round(area.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot cut pictures.');
  if (ground) {
    context.fillStyle = ground;
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, canvas.width, canvas.height);
  return canvas;
};

/** The area of the picture at `url` as WebP, or as JPEG on white where the browser writes no WebP. */
export async function cutPicture(url: string, area: Area, kind: PictureKind): Promise<Blob> {
  const image = await decoded(url);
  const { maxWidth } = PICTURE_SHAPES[kind];
  const webp = await encode(draw(image, area, maxWidth, null), 'image/webp');
  if (webp?.type === 'image/webp') return webp;
  const jpeg = await encode(draw(image, area, maxWidth, 'white'), 'image/jpeg');
  if (!jpeg) throw new Error('This picture could not be cut.');
  return jpeg;
}
