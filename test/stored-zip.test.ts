// The browser's reader for ZIPs of this site, with the records that the server writes.
import { expect, it } from 'vitest';
import { entriesOf } from '#client/features/resources/library/save/stored-zip.ts';
import { centralRecord, endRecord, localRecord } from '#server/kit/zip/zip-records.ts';

const recordOf = (name: string, size: number) => ({ name: Buffer.from(name), size, crc32: 1, modifiedAt: 0 });
const contents: [string, string][] = [
  ['a.txt', 'first'],
  ['folder/ünï.txt', 'second'],
  ['last', ''],
];
const archive = (): Buffer => {
  const records = contents.map(([name, text]) => recordOf(name, text.length));
  const locals = records.flatMap((record, index) => [localRecord(record), Buffer.from(contents[index]?.[1] ?? '')]);
  const directory = records.map((record) => centralRecord(record, 0));
  return Buffer.concat([...locals, ...directory, endRecord({ count: 3, start: 0, size: 0 })]);
};

const streamOf = (bytes: Buffer, pieceBytes: number): ReadableStream<Uint8Array<ArrayBuffer>> => {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(new Uint8Array(bytes.subarray(at, at + pieceBytes)));
      at += pieceBytes;
    },
  });
};

it.each([1, 7, 100_000])('reads names and contents from pieces of %s bytes', async (pieceBytes) => {
  const found: [string, string][] = [];
  for await (const { name, content } of entriesOf(streamOf(archive(), pieceBytes))) {
    const pieces: Uint8Array[] = [];
    for await (const piece of content()) pieces.push(piece.slice());
    found.push([name, Buffer.concat(pieces).toString()]);
  }
  expect(found).toEqual(contents);
});

it('skips contents that nobody reads', async () => {
  const names: string[] = [];
  for await (const { name } of entriesOf(streamOf(archive(), 10))) names.push(name);
  expect(names).toEqual(contents.map(([name]) => name));
});

it('knows the size of files of 4 GiB and more', async () => {
  const size = 5 * 1024 ** 3;
  const { value } = await entriesOf(streamOf(localRecord(recordOf('large.mov', size)), 50)).next();
  expect(value).toMatchObject({ name: 'large.mov', size });
});

it('rejects a download that ends early', async () => {
  const read = async () => {
    for await (const { content } of entriesOf(streamOf(archive().subarray(0, 46), 10)))
      for await (const _ of content());
  };
  await expect(read()).rejects.toThrow('The download ended early.');
});
