/**
 * Sanitises an uploaded file's path, so that it is safe to store, show and extract anywhere. It is never used as a storage key.
 */

import { createHash } from 'node:crypto';
import { UPLOAD_PATH_MAX_BYTES } from '#contract/uploads/limits.ts';
import { UNSEEN, WINDOWS_DEVICE } from '#server/kit/http/attachment-name.ts';

// Maximum length of a file name in common file systems.
const SEGMENT_MAX_BYTES = 255;
/** If a path has to be shortened, it gets at most this many segments; with more, too little would be left of each name. */
const SHORTENED_DEPTH = 20;
const HALF_CHARACTER = /\p{Cs}/gu;
const DRIVE = /^[A-Za-z]:(?=[/\\]|$)/;
const EXTENSION = /\.[\p{L}\p{N}]{1,16}$/u;
const SPACED_DEVICE = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])\s+(?=\.)/i;
const NOT_IN_NAMES = /[<>:"|?*]/g;
/** Offset from a forbidden character to its fullwidth form. Using that form keeps different names different. */
const TO_WIDE_FORM = 0xfee0;

/**
 * Sanitises a path for storing with a resource: segments separated by "/", in NFC, without invisible characters, "..", Windows
 * device names or characters that Windows forbids. If a segment is too long, the part in front of its extension is shortened and
 * gets eight hexadecimal digits of the segment's hash, so that the frames of a sequence stay distinct. If the whole path is too
 * long, its segments are shortened in the same way.
 * @returns up to UPLOAD_PATH_MAX_BYTES bytes of UTF-8; null if nothing is left of the file name
 */
export function cleanUploadPath(given: string): string | null {
  // Must come first, so that removing a character cannot create a "..".
  const seen = given.replace(HALF_CHARACTER, '').replace(UNSEEN, '').normalize('NFC');
  const parts = seen.trim().replace(DRIVE, '').split(/[/\\]/);
  // The last part is the file name; if nothing is left of it, the path is rejected.
  if (cleanSegment(parts.at(-1) ?? '') === '') return null;
  const segments = parts.map(cleanSegment).filter((segment) => segment !== '');
  return shortenPath(segments.map((segment) => shortenSegment(segment, SEGMENT_MAX_BYTES))).join('/');
}

/**
 * Turns a segment into a name that is also valid on Windows. Trailing dots and spaces are removed, so "." and ".." become empty.
 */
function cleanSegment(part: string): string {
  const trimmed = part.trimStart();
  return trimmed
    .slice(0, lengthOf(trimmed))
    .replace(NOT_IN_NAMES, (character) => String.fromCharCode(character.charCodeAt(0) + TO_WIDE_FORM))
    .replace(SPACED_DEVICE, '$1')
    .replace(WINDOWS_DEVICE, (device) => `_${device}`);
}

/** Length without trailing dots and spaces. Uses a loop, because a regular expression would restart at every dot and space. */
function lengthOf(part: string): number {
  let length = part.length;
  while (length > 0 && /[\s.]/.test(part.charAt(length - 1))) length -= 1;
  return length;
}

function shortenPath(segments: string[]): string[] {
  if (bytesOf(segments.join('/')) <= UPLOAD_PATH_MAX_BYTES) return segments;
  const near = nearestFolders(segments);
  // Long segments are cut to the same length; short ones stay unchanged.
  let room = UPLOAD_PATH_MAX_BYTES - (near.length - 1);
  let share = 0;
  const sizes = near.map(bytesOf).sort((one, other) => one - other);
  for (const [index, size] of sizes.entries()) {
    share = Math.floor(room / (sizes.length - index));
    if (size > share) break;
    room -= size;
  }
  return near.map((segment) => shortenSegment(segment, share));
}

/** Replaces excess outer folders with a single folder, named after the hash of their path. */
function nearestFolders(segments: string[]): string[] {
  if (segments.length <= SHORTENED_DEPTH) return segments;
  const outer = segments.slice(0, 1 - SHORTENED_DEPTH);
  return [`~${digitsOf(outer.join('/'))}`, ...segments.slice(1 - SHORTENED_DEPTH)];
}

function shortenSegment(segment: string, maxBytes: number): string {
  if (bytesOf(segment) <= maxBytes) return segment;
  const ending = `~${digitsOf(segment)}${EXTENSION.exec(segment)?.[0] ?? ''}`;
  const end = bytesOf(ending) <= maxBytes ? ending : ending.slice(0, 9);
  let stem = '';
  let bytes = bytesOf(end);
  // Iterates by code point, so that no character is split.
  for (const character of segment) {
    bytes += bytesOf(character);
    if (bytes > maxBytes) break;
    stem += character;
  }
  return stem + end;
}

const bytesOf = (text: string): number => Buffer.byteLength(text);

const digitsOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);
