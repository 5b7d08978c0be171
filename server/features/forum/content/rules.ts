// File names and URLs of pictures, and links to resources, in posts. No I/O.
import { randomBytes } from 'node:crypto';
import { ownPath } from '#server/kit/text/own-address.ts';

/** Maximum dimensions of a picture in a post; larger ones are scaled down. */
export const POST_PICTURE_SIZE = { width: 1600, height: 1600, whole: true } as const;

/** How long a picture that no post uses is kept. */
export const UNUSED_PICTURE_KEPT_MS = 86_400_000;

const PICTURE_NAME_BYTES = 16;
const ADDRESS = '/public/forum/';

/** `<user id>-<hexadecimal digits>-<width>x<height>.webp`: the size lets a page reserve space before the picture loads. */
const PICTURE_FILE =
  /^([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})-([0-9a-f]{32})-([1-9]\d{0,3})x([1-9]\d{0,3})\.webp$/;

/** A new, never reused file name for a user's picture; it reveals nothing about the content. */
export function newPostPictureFile(userId: string, { width, height }: { width: number; height: number }): string {
  return `${userId}-${randomBytes(PICTURE_NAME_BYTES).toString('hex')}-${width}x${height}.webp`;
}

/** Storage key for a picture's file name; null for any other name. */
export function postPictureKey(file: string): string | null {
  const [, userId, name, width, height] = PICTURE_FILE.exec(file) ?? [];
  return userId ? `f/${userId}/${name}-${width}x${height}.webp` : null;
}

export function pictureAddress(file: string): string {
  return ADDRESS + file;
}

/** File name in a picture's URL; null for any other URL. */
export function pictureFileOf(address: string): string | null {
  const file = address.startsWith(ADDRESS) ? address.slice(ADDRESS.length) : '';
  return PICTURE_FILE.test(file) ? file : null;
}

/** Dimensions in pixels, taken from a picture's URL; null for any other URL. */
export function pictureSizeOf(address: string): { width: number; height: number } | null {
  const [, , , width, height] = PICTURE_FILE.exec(pictureFileOf(address) ?? '') ?? [];
  return width && height ? { width: Number(width), height: Number(height) } : null;
}

const RESOURCE =
  /^\/(?:resources\/([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})|elements\/([a-z0-9-]{1,100}))\/?$/;

/** Id or slug of the resource that a URL on this site points to; null for any other URL. */
export function resourceNameOf(address: string, origin: string): { id: string } | { slug: string } | null {
  const [, id, slug] = RESOURCE.exec(ownPath(address, origin) ?? '') ?? [];
  if (id) return { id };
  return slug ? { slug } : null;
}
