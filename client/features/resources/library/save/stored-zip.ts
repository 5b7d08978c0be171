// Reads a ZIP as it arrives. Only for ZIPs of this site (server/kit/zip): their entries are stored, with their sizes in front of them.

export type ZipEntry = { name: string; size: number; content(): AsyncGenerator<Uint8Array<ArrayBuffer>> };

const LOCAL_RECORD = 0x04034b50;
const LOCAL_BYTES = 30;
const ZIP64_EXTRA = 1;
const IN_EXTRA = 0xffffffff;

/** The pieces of a stream, as they arrive. */
export async function* piecesOf(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const source = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await source.read();
      if (done) return;
      yield value;
    }
  } finally {
    await source.cancel().catch(() => {});
  }
}

const createReader = (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => {
  const pieces = piecesOf(stream);
  let rest = new Uint8Array(0);
  const more = async (): Promise<void> => {
    const { done, value } = await pieces.next();
    if (done) throw new Error('The download ended early.');
    rest = value;
  };
  return {
    /** The next bytes, as they arrived: at least 1, at most `most`. */
    async some(most: number): Promise<Uint8Array<ArrayBuffer>> {
      while (rest.length === 0) await more();
      const bytes = rest.subarray(0, most);
      rest = rest.subarray(bytes.length);
      return bytes;
    },
    async exactly(count: number): Promise<DataView> {
      const bytes = new Uint8Array(count);
      for (let at = 0; at < count; ) {
        const piece = await this.some(count - at);
        bytes.set(piece, at);
        at += piece.length;
      }
      return new DataView(bytes.buffer);
    },
    cancel: () => pieces.return(undefined),
  };
};

/** Size of an entry; entries of 4 GiB and more have it in an extra field. */
const sizeOf = (record: DataView, extra: DataView): number => {
  const size = record.getUint32(22, true);
  if (size !== IN_EXTRA) return size;
  for (let at = 0; at + 4 <= extra.byteLength; at += 4 + extra.getUint16(at + 2, true)) {
    if (extra.getUint16(at, true) === ZIP64_EXTRA) return Number(extra.getBigUint64(at + 4, true));
  }
  throw new Error('The download can’t be read.');
};

/**
 * The entries of a ZIP, in its order. The content of each must be read before the next one, or it's skipped.
 * @throws Error if the ZIP ends early or isn't one of this site
 */
export async function* entriesOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<ZipEntry> {
  const reader = createReader(stream);
  try {
    for (;;) {
      const signature = (await reader.exactly(4)).getUint32(0, true);
      if (signature !== LOCAL_RECORD) return;
      // The fields have the offsets of the whole record.
      const fields = await reader.exactly(LOCAL_BYTES - 4);
      const record = new DataView(new ArrayBuffer(LOCAL_BYTES));
      for (let at = 4; at < LOCAL_BYTES; at += 1) record.setUint8(at, fields.getUint8(at - 4));
      if (record.getUint16(8, true) !== 0) throw new Error('The download can’t be read.');
      const name = await reader.exactly(record.getUint16(26, true));
      const extra = await reader.exactly(record.getUint16(28, true));
      let left = sizeOf(record, extra);
      const content = async function* () {
        while (left > 0) {
          const bytes = await reader.some(left);
          left -= bytes.length;
          yield bytes;
        }
      };
      yield { name: new TextDecoder().decode(name), size: left, content };
      for await (const _ of content());
    }
  } finally {
    await reader.cancel();
  }
}
