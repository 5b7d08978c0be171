// Which letters a font has: words with others would be drawn as boxes.

/** A table of a TrueType file by its name; undefined without one. */
const tableOf = (font: DataView, name: string): number | undefined => {
  const count = font.getUint16(4);
  for (let place = 0; place < count; place += 1) {
    const entry = 12 + place * 16;
    const found = [0, 1, 2, 3].map((index) => String.fromCharCode(font.getUint8(entry + index))).join('');
    if (found === name) return font.getUint32(entry + 8);
  }
  return undefined;
};

/** The table of characters of format 4, which every font of these has: all of the basic plane. */
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

/** Reads the characters that a TrueType font has a drawing for. */
export const readLetters = (file: Uint8Array): ReadonlySet<number> => {
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
};

/** A text without the words that have other letters than these, in one line; '' when nothing can be written. */
export const writableText = (text: string, letters: ReadonlySet<number>): string =>
  text
    .normalize('NFC')
    .split(/\s+/)
    .filter((word) => word && [...word].every((letter) => letters.has(letter.codePointAt(0) ?? 0)))
    .join(' ');
