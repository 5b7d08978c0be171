// Pictures in the text being written. Each picture has a placeholder on its own line until it has been uploaded.
import { NOT_AN_IMAGE, PICTURE_MAX_BYTES } from '#contract/limits.ts';

/** Turns a file name into the alt text of a Markdown picture. */
const wordsOf = (name: string): string =>
  name
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .replaceAll(/[[\]\\<>`*_!\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, 80) || 'picture';

/** Placeholder in the text while a picture is being uploaded; `id` distinguishes pictures with the same name. */
export function picturePlaceOf(name: string, id: number): string {
  return `![Uploading ${wordsOf(name)} (${id})…]()`;
}

export function pictureOf(name: string, url: string): string {
  return `![${wordsOf(name)}](${url})`;
}

const PLACE = /!\[Uploading [^\]\n]*\(\d+\)…\]\(\)\n?/g;

/** Removes the placeholders of unfinished uploads, which are cancelled when the page is closed. */
export function withoutPlaces(text: string): string {
  return text.replaceAll(PLACE, '');
}

/** Why a file cannot be uploaded, judging by its type and size; null if both are acceptable. */
export function objectionToFile({ type, size }: { type: string; size: number }): string | null {
  if (!type.startsWith('image/')) return NOT_AN_IMAGE;
  return size > PICTURE_MAX_BYTES ? 'This image is too large. The limit is 10 MB.' : null;
}

/** Puts the placeholders of several pictures on separate lines. */
export function linesOfPlaces(before: string, places: readonly string[]): string {
  return (before === '' || before.endsWith('\n') ? '' : '\n') + places.map((place) => `${place}\n`).join('');
}
