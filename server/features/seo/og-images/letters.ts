// Determines which characters a font can draw; any other character would show up as a box.

/** Offset of a table in a TrueType file; undefined if missing. */
const tableOf = (font: DataView, name: string): number | undefined => {
  const count = font.getUint16(4);
  for (let place = 0; place < count; place += 1) {
    const entry = 12 + place * 16;
    const found = [0, 1, 2, 3].map((index) => String.fromCharCode(font.getUint8(entry + index))).join('');
    if (found === name) return font.getUint32(entry + 8);
  }
  return undefined;
};

/** Offset of the format 4 character map, which all our fonts have; it covers the Basic Multilingual Plane. */
const findSegments = (font: DataView): number | undefined => {
  const cmap = tableOf(font, 'cmap');
  if (cmap === undefined) return undefined;
  const count = font.getUint16(cmap + 2);
  for (let place = 0; place < count; place += 1) {
    const table = cmap + font.getUint32(cmap + 4 + place * 8 + 4);
    if (font.getUint16(table) === 4) return table;
  }
  return undefined;
};

/** Code points for which a TrueType font has a glyph. */
export function readLetters(file: Uint8Array): ReadonlySet<number> {
  const font = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const letters = new Set<number>();
  const table = findSegments(font);
  if (table === undefined) return letters;
  const doubled = font.getUint16(table + 6);
  const [ends, starts, deltas, offsets] = [14, 16 + doubled, 16 + 2 * doubled, 16 + 3 * doubled].map(
    (at) => table + at,
  ) as [number, number, number, number];
  for (let at = 0; at < doubled; at += 2) {
    const [start, end] = [font.getUint16(starts + at), font.getUint16(ends + at)];
    const offset = font.getUint16(offsets + at);
    for (let code = start; code <= end && code !== 0xffff; code += 1) {
      const glyph =
        offset === 0 ? code + font.getInt16(deltas + at) : font.getUint16(offsets + at + offset + 2 * (code - start));
      if ((glyph & 0xffff) !== 0) letters.add(code);
    }
  }
  return letters;
}

/** Characters that can be left out: emoji, and modifiers that join, colour or reorder characters. */
const DECORATION =
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{Cf}\p{Variation_Selector}]|\u20e3/gu;
const LETTER = /[\p{L}\p{N}]/gu;
/** Replaces words that cannot be drawn. */
const LEFT_OUT = '…';
/** Text is dropped entirely if less than this share of it can be drawn, because the rest could be misleading. */
const LEAST_SHARE = 0.5;

const countLetters = (text: string): number => text.match(LETTER)?.length ?? 0;

/**
 * Reduces text to a single line that contains only the given characters. Emoji are dropped; other words that cannot be drawn
 * become an ellipsis. Returns '' if too little would be left.
 */
export function writableText(text: string, letters: ReadonlySet<number>): string {
  const has = (letter: string): boolean => letters.has(letter.codePointAt(0) ?? 0);
  const plain = text.normalize('NFC').replaceAll(DECORATION, (sign) => (has(sign) ? sign : ' '));
  const words = plain
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => ([...word].every(has) ? word : LEFT_OUT))
    .filter((word, place, all) => word !== LEFT_OUT || all[place - 1] !== LEFT_OUT);
  const written = words.filter((word) => word !== LEFT_OUT);
  if (countLetters(written.join('')) < countLetters(plain) * LEAST_SHARE) return '';
  return written.length === 0 ? '' : words.join(' ');
}
