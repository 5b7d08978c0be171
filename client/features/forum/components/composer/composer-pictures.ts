// Pictures in a text that is being written: each has a placeholder on its own line until it is uploaded.
import { NOT_AN_IMAGE, PICTURE_MAX_BYTES } from '#contract/limits.ts';

/** A file name as the alt text of a Markdown picture. */
const wordsOf = (name: string): string =>
  name
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .replaceAll(/[[\]\\<>`*_!\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, 80) || 'picture';

/** Placeholder in the text during an upload; `id` distinguishes pictures with the same name. */
export function picturePlaceOf(name: string, id: number): string {
  return `![Uploading ${wordsOf(name)} (${id})…]()`;
}

export function pictureOf(name: string, url: string): string {
  return `![${wordsOf(name)}](${url})`;
}

const PLACE = /!\[Uploading [^\]\n]*\(\d+\)…\]\(\)\n?/g;

/** A text without placeholders of unfinished uploads, which end when the page is closed. */
export function withoutPlaces(text: string): string {
  return text.replaceAll(PLACE, '');
}

/** Why a file cannot be uploaded; null if the server should check it. */
export function objectionToFile({ type, size }: { type: string; size: number }): string | null {
  if (!type.startsWith('image/')) return NOT_AN_IMAGE;
  return size > PICTURE_MAX_BYTES ? 'This picture is too large: at most 10 MB.' : null;
}

/** Separate lines for the placeholders of several pictures. */
export function linesOfPlaces(before: string, places: readonly string[]): string {
  return (before === '' || before.endsWith('\n') ? '' : '\n') + places.map((place) => `${place}\n`).join('');
}
