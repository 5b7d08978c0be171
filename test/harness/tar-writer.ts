// Tar archives for tests.

const BLOCK = 512;

export type TarEntry = {
  name: string;
  body?: string | Buffer;
  /** `0` file, `5` folder, `2` link, `x` extended header, `L` long name. */
  type?: string;
  /** The size in the header, if it's not that of the body. */
  size?: number;
  prefix?: string;
};

export function tarHeader({ name, type = '0', size = 0, prefix = '' }: Omit<TarEntry, 'body'>): Buffer {
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0, 100, 'utf8');
  header.write('0000644\0', 100);
  // Sizes above 8 GiB are in base 256.
  if (size < 8 ** 11) header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  else {
    header[124] = 0x80;
    header.writeBigUInt64BE(BigInt(size), 128);
  }
  header.write(type, 156);
  header.write('ustar\x0000', 257, 'latin1');
  header.write(prefix, 345, 155, 'utf8');
  header.fill(' ', 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

export function writeTar(entries: readonly TarEntry[], { isEnded = true } = {}): Buffer {
  const parts = entries.flatMap(({ body = '', ...entry }) => {
    const bytes = Buffer.from(body);
    const padding = Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK);
    return [tarHeader({ size: bytes.length, ...entry }), bytes, padding];
  });
  return Buffer.concat([...parts, ...(isEnded ? [Buffer.alloc(2 * BLOCK)] : [])]);
}

/** The data of an extended header with these values. */
export function extendedHeader(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => {
      const rest = Buffer.byteLength(` ${name}=${value}\n`);
      let length = rest + 1;
      while (String(length).length + rest > length) length += 1;
      return `${length} ${name}=${value}\n`;
    })
    .join('');
}
