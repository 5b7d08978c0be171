// Pictures in a text that is being written: each has a line of its own that holds its place until it has arrived.
import { NOT_AN_IMAGE, PICTURE_MAX_BYTES } from '#contract/limits.ts';

/** The name of a file as words of a Markdown picture. */
const wordsOf = (name: string): string =>
  name
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .replaceAll(/[[\]\\<>`*_!\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, 80) || 'picture';

/** What stands in the text while a picture is on its way; `id` tells two of one name apart. */
export function picturePlaceOf(name: string, id: number): string {
  return `![Uploading ${wordsOf(name)} (${id})…]()`;
}

export function pictureOf(name: string, url: string): string {
  return `![${wordsOf(name)}](${url})`;
}

const PLACE = /!\[Uploading [^\]\n]*\(\d+\)…\]\(\)\n?/g;

/** A text without the places of pictures that never arrived: their uploads ended with the page. */
export function withoutPlaces(text: string): string {
  return text.replaceAll(PLACE, '');
}

/** Why a file cannot be sent; null when the server may look at it. */
export function objectionToFile({ type, size }: { type: string; size: number }): string | null {
  if (!type.startsWith('image/')) return NOT_AN_IMAGE;
  return size > PICTURE_MAX_BYTES ? 'This picture is too large: at most 10 MB.' : null;
}

/** Lines of their own for several pictures at once. */
export function linesOfPlaces(before: string, places: readonly string[]): string {
  return (before === '' || before.endsWith('\n') ? '' : '\n') + places.map((place) => `${place}\n`).join('');
}
