// Titles of PNG files (ISO 15948, section 11.3.4). No DOM.

/** After the signature (8 bytes) and IHDR (25 bytes), which must be the first chunk. */
const FIRST_PLACE = 33;
const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** CRC-32 of PNG and ZIP. */
function crc32(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const isAscii = (text: string): boolean => [...text].every((letter) => letter < '\u{80}');

/** A text chunk `Title`: tEXt, or iTXt for letters beyond ASCII, because many programs read UTF-8 in tEXt, which is Latin-1. */
function titleChunk(title: string): Uint8Array {
  const type = isAscii(title) ? 'tEXt' : 'iTXt';
  // iTXt has empty fields for compression, language and a translated keyword.
  const data = utf8(`Title${'\0'.repeat(type === 'tEXt' ? 1 : 5)}${title}`);
  const chunk = new Uint8Array(12 + data.length);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, data.length);
  chunk.set(utf8(type), 4);
  chunk.set(data, 8);
  view.setUint32(8 + data.length, crc32(chunk.subarray(4, 8 + data.length)));
  return chunk;
}

/** The same PNG with a title. @throws if the bytes are no PNG */
export function withTitle(png: Uint8Array<ArrayBuffer>, title: string): Blob {
  if (SIGNATURE.some((byte, at) => png[at] !== byte)) throw new Error('Not a PNG');
  const chunk = titleChunk(title.replaceAll('\0', '')) as Uint8Array<ArrayBuffer>;
  return new Blob([png.subarray(0, FIRST_PLACE), chunk, png.subarray(FIRST_PLACE)], { type: 'image/png' });
}
