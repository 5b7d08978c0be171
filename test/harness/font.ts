/** A TrueType font with as many glyphs as wanted, from U+0020 on: a square for every letter. */
export function makeFont({
  glyphs = 96,
  family = 'Squares',
  fsType = 0,
}: {
  glyphs?: number;
  family?: string;
  fsType?: number;
} = {}): Buffer {
  const bytes = (...parts: (readonly [size: 1 | 2 | 4, ...values: number[]])[]): Buffer =>
    Buffer.concat(
      parts.flatMap(([size, ...values]) =>
        values.map((value) => {
          const part = Buffer.alloc(4);
          part.writeUInt32BE(value >>> 0);
          return part.subarray(4 - size);
        }),
      ),
    );
  // One contour of four points, relative to each other.
  const box = [0, 0, 500, 700];
  const square = bytes([2, 1, ...box, 3, 0], [1, 1, 1, 1, 1], [2, 0, 500, 0, 0xfe0c], [2, 0, 0, 700, 0], [2, 0]);
  const characters = Math.min(glyphs - 1, 50_000);
  const words = Buffer.from(family, 'utf16le').swap16();
  const style = Buffer.from('Regular', 'utf16le').swap16();
  const names = [
    [1, words],
    [2, style],
  ] as const;
  const tables: [string, Buffer][] = [
    ['OS/2', bytes([2, 4, 500, 500, 5, fsType], ...Array.from({ length: 43 }, () => [2, 0] as const))],
    ['cmap', bytes([2, 0, 1, 3, 10], [4, 12], [2, 12, 0], [4, 28, 0, 1, 0x20, 0x20 + characters - 1, 1])],
    ['glyf', Buffer.concat(Array.from({ length: glyphs - 1 }, () => square))],
    ['head', bytes([4, 0x10000, 0x10000, 0, 0x5f0f3cf5], [2, 0, 1000], [4, 0, 0, 0, 0], [2, ...box, 0, 8, 2, 1, 0])],
    ['hhea', bytes([4, 0x10000], [2, 800, -200, 0, 600, 0, 0, 500, 1, 0, 0, 0, 0, 0, 0, 0, 1])],
    ['hmtx', bytes([2, 600, 0, ...Array.from({ length: glyphs - 1 }, () => 0)])],
    ['loca', bytes([4, ...Array.from({ length: glyphs + 1 }, (_, at) => (at < 2 ? at : at - 1) * square.length)])],
    ['maxp', bytes([4, 0x10000], [2, glyphs, 4, 1, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0])],
    [
      'name',
      Buffer.concat([
        bytes(
          [2, 0, names.length, 6 + 12 * names.length],
          ...names.map(([id, text], at) => [2, 3, 1, 0x409, id, text.length, at * words.length] as const),
        ),
        words,
        style,
      ]),
    ],
  ];
  let at = 12 + 16 * tables.length;
  const entries = tables.map(([tag, body]) => {
    const entry = Buffer.concat([Buffer.from(tag), bytes([4, 0, at, body.length])]);
    at += (body.length + 3) & ~3;
    return entry;
  });
  const bodies = tables.map(([, body]) => Buffer.concat([body, Buffer.alloc(-body.length & 3)]));
  return Buffer.concat([bytes([4, 0x10000], [2, tables.length, 128, 3, 16]), ...entries, ...bodies]);
}
