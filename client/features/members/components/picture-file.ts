// Opens, crops and scales down pictures in the browser. The server validates them again.
import { NOT_AN_IMAGE } from '#contract/limits.ts';

export type PictureKind = 'avatar' | 'banner';

/** Aspect ratio of the crop, and its maximum width in pixels; wider pictures have no benefit. */
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

/** Object URL of the selected file. Rejects with a message for the user if the file is not an image. */
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
  if (!context) throw new Error('This browser can’t crop images.');
  if (ground) {
    context.fillStyle = ground;
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, canvas.width, canvas.height);
  return canvas;
};

/** Crops the picture at `url` to `area`. Resolves to WebP, or to JPEG on a white background if the browser cannot encode WebP. */
export async function cutPicture(url: string, area: Area, kind: PictureKind): Promise<Blob> {
  const image = await decoded(url);
  const { maxWidth } = PICTURE_SHAPES[kind];
  const webp = await encode(draw(image, area, maxWidth, null), 'image/webp');
  if (webp?.type === 'image/webp') return webp;
  const jpeg = await encode(draw(image, area, maxWidth, 'white'), 'image/jpeg');
  if (!jpeg) throw new Error('This image could not be cropped.');
  return jpeg;
}
