/** Sanitises the file name of a download and formats it as Content-Disposition (RFC 6266, RFC 8187). */

import { create } from 'content-disposition';

const MAX_NAME_BYTES = 200;
const FALLBACK_NAME = 'download';
/**
 * Control characters, bidirectional marks and invisible characters, which can hide the real extension of a name. Joiners (U+200C,
 * U+200D) are kept, because Persian words and many emoji need them.
 */
export const UNSEEN = /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu;
export const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i;
const EXTENSION = /\.[\p{L}\p{N}]{1,16}$/u;
const COMBINING_MARK = /\p{Mn}/gu;
// The ASCII fallback omits quotes and backslashes, which would need escaping, and percent signs, because some browsers decode
// "%41".
const NOT_PLAIN = /[^\x20-\x7e]|["\\%]/gu;

/**
 * A safe file name: the last path segment, without invisible characters, leading dots or Windows device names, at most 200
 * bytes of UTF-8 with its extension kept, and never empty.
 */
export function safeFileName(name: string): string {
  const lastPart = name.toWellFormed().replace(UNSEEN, '').normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  // Windows drops trailing dots and spaces. Other systems hide files with a leading dot.
  const trimmed = lastPart.replace(/^[\s.]+|[\s.]+$/g, '');
  const named = trimmed.replace(WINDOWS_DEVICE, (device) => `_${device}`);
  return shorten(named) || FALLBACK_NAME;
}

/** The Content-Disposition header of a download: the name in UTF-8, and in ASCII for clients that do not support UTF-8. */
export function attachmentDisposition(name: string): string {
  const safe = safeFileName(name);
  const plain = safe.normalize('NFD').replace(COMBINING_MARK, '').replace(NOT_PLAIN, '_');
  return create(safe, { fallback: plain });
}

function shorten(name: string): string {
  if (Buffer.byteLength(name) <= MAX_NAME_BYTES) return name;
  const extension = EXTENSION.exec(name)?.[0] ?? '';
  const room = MAX_NAME_BYTES - Buffer.byteLength(extension);
  let stem = '';
  let bytes = 0;
  // By code point, so that no character is split.
  for (const character of name.slice(0, name.length - extension.length)) {
    bytes += Buffer.byteLength(character);
    if (bytes > room) break;
    stem += character;
  }
  return stem.replace(/[\s.]+$/, '') + extension;
}
