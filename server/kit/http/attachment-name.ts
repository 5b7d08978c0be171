/** Makes the name under which a download is saved safe, and writes it as Content-Disposition (RFC 6266, RFC 8187). */

import { create } from 'content-disposition';

const MAX_NAME_BYTES = 200;
const FALLBACK_NAME = 'download';
/**
 * Control characters, and the marks that turn the reading direction or are not seen: they can hide a name's real ending.
 * Joiners (U+200C, U+200D) stay: Persian words and many emoji are spelled with them.
 */
export const UNSEEN = /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/gu;
export const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/i;
const EXTENSION = /\.[\p{L}\p{N}]{1,16}$/u;
const COMBINING_MARK = /\p{Mn}/gu;
// Quotes and backslashes need escapes, "%41" is decoded by some browsers: none of them belongs in the plain fallback.
const NOT_PLAIN = /[^\x20-\x7e]|["\\%]/gu;

/**
 * The name that a file may be saved under: the last part of a path, without unseen characters, leading dots or device
 * names of Windows, at most 200 bytes of UTF-8 with its extension kept, and never empty.
 */
export function safeFileName(name: string): string {
  const lastPart = name.toWellFormed().replace(UNSEEN, '').normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  // Windows drops dots and spaces at the end, leading dots hide a file elsewhere.
  const trimmed = lastPart.replace(/^[\s.]+|[\s.]+$/g, '');
  const named = trimmed.replace(WINDOWS_DEVICE, (device) => `_${device}`);
  return shorten(named) || FALLBACK_NAME;
}

/** The header for a file to be saved: its name in UTF-8, and one in ASCII for clients that read no other. */
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
  // By code point, so that no character is cut in two.
  for (const character of name.slice(0, name.length - extension.length)) {
    bytes += Buffer.byteLength(character);
    if (bytes > room) break;
    stem += character;
  }
  return stem.replace(/[\s.]+$/, '') + extension;
}
