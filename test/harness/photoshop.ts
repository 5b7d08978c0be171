/** A PSD file of one colour, given as bytes per channel, without layers. */
export function makePhotoshop({
  width = 64,
  height = 36,
  colour = [255, 32, 0],
  version = 1,
}: {
  width?: number;
  height?: number;
  /** Red, green, blue and perhaps alpha. */
  colour?: readonly number[];
  /** 2 is PSB. */
  version?: number;
} = {}): Buffer {
  const head = Buffer.alloc(40);
  head.write('8BPS');
  head.writeUInt16BE(version, 4);
  head.writeUInt16BE(colour.length, 12);
  head.writeUInt32BE(height, 14);
  head.writeUInt32BE(width, 18);
  head.writeUInt16BE(8, 22);
  // RGB; no palette, resources or layers follow, and no compression.
  head.writeUInt16BE(3, 24);
  return Buffer.concat([head, ...colour.map((level) => Buffer.alloc(width * height, level))]);
}
