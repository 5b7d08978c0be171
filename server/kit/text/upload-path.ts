/** Makes the path that an upload is given safe to keep, to show and to unpack anywhere; it never becomes a storage key. */

import { createHash } from 'node:crypto';
import { UPLOAD_PATH_MAX_BYTES } from '#contract/uploads/limits.ts';
import { UNSEEN, WINDOWS_DEVICE } from '#server/kit/http/attachment-name.ts';

// The most that common file systems take in one name.
const SEGMENT_MAX_BYTES = 255;
/** Folders of a path that is too long as a whole: with more than these, each would keep too little of its name. */
const SHORTENED_DEPTH = 20;
const HALF_CHARACTER = /\p{Cs}/gu;
const DRIVE = /^[A-Za-z]:(?=[/\\]|$)/;
const EXTENSION = /\.[\p{L}\p{N}]{1,16}$/u;
const SPACED_DEVICE = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])\s+(?=\.)/i;
const NOT_IN_NAMES = /[<>:"|?*]/g;
/** Each forbidden character has its own wide form, so that two names that differed still do. */
const TO_WIDE_FORM = 0xfee0;

/**
 * A path as a resource keeps it: segments with "/" between them, in NFC, without unseen characters, upward steps, device
 * names of Windows or characters that it refuses. A segment that is too long is cut before its ending and gets eight
 * digits of its hash, so that frames of a sequence stay apart; so do all of a path that is too long as a whole.
 * @returns at most UPLOAD_PATH_MAX_BYTES bytes of UTF-8; null when nothing of the name is left
 */
export function cleanUploadPath(given: string): string | null {
  // First of all, so that taking a character away cannot make a step upwards of what was none.
  const seen = given.replace(HALF_CHARACTER, '').replace(UNSEEN, '').normalize('NFC');
  const parts = seen.trim().replace(DRIVE, '').split(/[/\\]/);
  // The last part is the file's name: without one there is no file, whatever folders are named.
  if (cleanSegment(parts.at(-1) ?? '') === '') return null;
  const segments = parts.map(cleanSegment).filter((segment) => segment !== '');
  return shortenPath(segments.map((segment) => shortenSegment(segment, SEGMENT_MAX_BYTES))).join('/');
}

/** A name that Windows, too, can have; empty for "." and "..", since it drops dots and spaces at the end. */
function cleanSegment(part: string): string {
  const trimmed = part.trimStart();
  return trimmed
    .slice(0, lengthOf(trimmed))
    .replace(NOT_IN_NAMES, (character) => String.fromCharCode(character.charCodeAt(0) + TO_WIDE_FORM))
    .replace(SPACED_DEVICE, '$1')
    .replace(WINDOWS_DEVICE, (device) => `_${device}`);
}

/** Without the dots and spaces at its end: counted, since a pattern would try again from each of them. */
function lengthOf(part: string): number {
  let length = part.length;
  while (length > 0 && /[\s.]/.test(part.charAt(length - 1))) length -= 1;
  return length;
}

function shortenPath(segments: string[]): string[] {
  if (bytesOf(segments.join('/')) <= UPLOAD_PATH_MAX_BYTES) return segments;
  const near = nearestFolders(segments);
  // The long ones give way to the same length, the short ones stay as they are.
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

/** The outer folders that are too many become one, named by their hash. */
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
  // By code point, so that no character is cut in two.
  for (const character of segment) {
    bytes += bytesOf(character);
    if (bytes > maxBytes) break;
    stem += character;
  }
  return stem + end;
}

const bytesOf = (text: string): number => Buffer.byteLength(text);

const digitsOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);
