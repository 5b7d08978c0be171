/** Sanitises the path of an uploaded file: safe to store, show and extract anywhere. It is never used as a storage key. */

import { createHash } from 'node:crypto';
import { UPLOAD_PATH_MAX_BYTES } from '#contract/uploads/limits.ts';
import { UNSEEN, WINDOWS_DEVICE } from '#server/kit/http/attachment-name.ts';

// Maximum length of a name in common file systems.
const SEGMENT_MAX_BYTES = 255;
/** Maximum depth of a path that has to be shortened: with more segments, too little of each name would be left. */
const SHORTENED_DEPTH = 20;
const HALF_CHARACTER = /\p{Cs}/gu;
const DRIVE = /^[A-Za-z]:(?=[/\\]|$)/;
const EXTENSION = /\.[\p{L}\p{N}]{1,16}$/u;
const SPACED_DEVICE = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])\s+(?=\.)/i;
const NOT_IN_NAMES = /[<>:"|?*]/g;
/** Offset to the fullwidth form of a forbidden character, which keeps different names different. */
const TO_WIDE_FORM = 0xfee0;

/**
 * Sanitises a path for storing with a resource: segments separated by "/", in NFC, without invisible characters, "..", Windows
 * device names or characters Windows forbids. A segment that is too long is cut before its extension and gets eight digits of
 * its hash, so that frames of a sequence stay distinct; the same applies to the segments of a path that is too long.
 * @returns at most UPLOAD_PATH_MAX_BYTES bytes of UTF-8; null when nothing of the file name is left
 */
export function cleanUploadPath(given: string): string | null {
  // Done first, so that removing a character cannot create a "..".
  const seen = given.replace(HALF_CHARACTER, '').replace(UNSEEN, '').normalize('NFC');
  const parts = seen.trim().replace(DRIVE, '').split(/[/\\]/);
  // The last part is the file name; without it there is no file.
  if (cleanSegment(parts.at(-1) ?? '') === '') return null;
  const segments = parts.map(cleanSegment).filter((segment) => segment !== '');
  return shortenPath(segments.map((segment) => shortenSegment(segment, SEGMENT_MAX_BYTES))).join('/');
}

/** Turns a segment into a name that is also valid on Windows; empty for "." and "..", since trailing dots and spaces go. */
function cleanSegment(part: string): string {
  const trimmed = part.trimStart();
  return trimmed
    .slice(0, lengthOf(trimmed))
    .replace(NOT_IN_NAMES, (character) => String.fromCharCode(character.charCodeAt(0) + TO_WIDE_FORM))
    .replace(SPACED_DEVICE, '$1')
    .replace(WINDOWS_DEVICE, (device) => `_${device}`);
}

/** Length without trailing dots and spaces. A loop, because a regular expression would restart at each of them. */
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

/** Collapses excess outer folders into one, named by their hash. */
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
  // By code point, so that no character is split.
  for (const character of segment) {
    bytes += bytesOf(character);
    if (bytes > maxBytes) break;
    stem += character;
  }
  return stem + end;
}

const bytesOf = (text: string): number => Buffer.byteLength(text);

const digitsOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);
