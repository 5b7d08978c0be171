import { describe, expect, it } from 'vitest';
import { writeZip, type ZipEntry } from '#test/harness/zip-writer.ts';
import { type ArchiveFault, surveyArchive } from './archive-list.ts';

const survey = async (archive: Buffer) => {
  const names: string[] = [];
  const found = await surveyArchive(
    async (buffer, position) => archive.copy(buffer, 0, position, position + buffer.byteLength),
    archive.length,
    (name) => names.push(name),
  );
  return { ...found, faults: [...found.faults], names };
};

const mebibyte = Buffer.alloc(1024 * 1024);
const text: ZipEntry = { name: 'a.txt', body: 'Hello' };
const eightBytes = (...values: bigint[]): Buffer => {
  const field = Buffer.alloc(4 + values.length * 8);
  field.writeUInt16LE(1, 0);
  field.writeUInt16LE(values.length * 8, 2);
  for (const [index, value] of values.entries()) field.writeBigUInt64LE(value, 4 + index * 8);
  return field;
};

describe('a valid archive', () => {
  it('has entries, sizes and names, and no faults', async () => {
    const archive = writeZip([
      { name: 'folder/' },
      { name: 'folder/ä.txt', body: 'Hello' },
      { name: 'zeros', body: mebibyte, deflate: true },
    ]);
    const found = await survey(archive);
    expect(found).toMatchObject({ entryCount: 3, unpackedBytes: 5 + mebibyte.length, faults: [] });
    expect(found.packedBytes).toBeLessThan(2000);
    expect(found.names).toEqual(['folder/', 'folder/ä.txt', 'zeros']);
  });

  it('may be empty or have a comment', async () => {
    expect(await survey(writeZip([]))).toMatchObject({ entryCount: 0, faults: [] });
    expect(await survey(writeZip([text], { comment: 'by me' }))).toMatchObject({ entryCount: 1, faults: [] });
  });
});

describe('an archive with faults', () => {
  const twice = writeZip([text, { ...text, name: 'b.txt', lies: { offset: 0 } }]);
  const sizesThatLie: ZipEntry = {
    ...text,
    lies: { packed: 0xffffffff, unpacked: 0xffffffff, zip64: eightBytes(2n ** 62n, 2n ** 61n) },
  };
  it.each<[string, Buffer, ArchiveFault[]]>([
    ['parent folders', writeZip([{ ...text, name: '../../etc/passwd' }]), ['unsafe-names']],
    ['an absolute path', writeZip([{ ...text, name: '/etc/passwd' }]), ['unsafe-names']],
    ['a drive letter', writeZip([{ ...text, name: 'C:x' }]), ['unsafe-names']],
    ['backslashes', writeZip([{ ...text, name: '..\\x' }]), ['unsafe-names']],
    ['a symbolic link', writeZip([{ ...text, madeOn: 3, mode: 0o120777 }]), ['links']],
    ['names that differ only in case', writeZip([text, { ...text, name: 'A.TXT' }]), ['colliding-names']],
    ['a duplicate name', writeZip([text, text]), ['colliding-names']],
    ['a password', writeZip([{ ...text, flags: 1 }]), ['encrypted']],
    ['an encrypted directory', writeZip([{ ...text, flags: 0x41 }]), ['encrypted']],
    ['two entries sharing bytes', twice, ['overlapping']],
    ['an entry beyond its end', writeZip([{ ...text, lies: { offset: 0xfffffff0 } }]), ['overlapping']],
    ['impossible sizes', writeZip([sizesThatLie]), ['overlapping']],
    ['missing sizes', writeZip([{ ...text, lies: { packed: 0xffffffff, zip64: eightBytes() } }]), ['broken']],
    ['fewer entries than declared', writeZip([text], { count: 5 }), ['broken']],
    ['no end record', writeZip([text]).subarray(0, -10), ['broken']],
    ['only an end record', Buffer.from('PK\x05\x06'), ['broken']],
    ['random bytes', Buffer.alloc(100_000, 'PK\x01\x02'), ['broken']],
  ])('%s', async (_about, archive, faults) => {
    expect((await survey(archive)).faults).toEqual(faults);
  });

  it('reports all of them, not only the first', async () => {
    const archive = writeZip([
      { ...text, name: '../x' },
      { ...text, flags: 1, name: 'y' },
      { ...text, name: 'z.exe' },
    ]);
    const found = await survey(archive);
    expect(found.faults).toEqual(['unsafe-names', 'encrypted']);
    expect(found.names).toEqual(['../x', 'y', 'z.exe']);
  });
});

describe('an archive designed to block the server', () => {
  // An archive with 65,535 entries, so that even its directory is large.
  const wide = (nameLength: number) =>
    writeZip(Array.from({ length: 65_535 }, (_, index) => ({ name: `${index}`.padStart(nameLength, 'n') })));

  it('is surveyed in steps, so that other work can run', async () => {
    const archive = wide(30);
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    const found = await survey(archive);
    clearInterval(timer);
    expect(found).toMatchObject({ entryCount: 65_535, faults: [] });
    expect(turns).toBeGreaterThan(20);
  });

  it('is abandoned when its directory is too large', async () => {
    const found = await survey(wide(1000));
    expect(found.faults).toEqual(['cut-short']);
    expect(found.names.length).toBeGreaterThan(10_000);
    expect(found.names.length).toBeLessThan(40_000);
  });

  it('passes on storage errors', async () => {
    const broken = surveyArchive(
      () => Promise.reject(new Error('EIO')),
      1000,
      () => {},
    );
    await expect(broken).rejects.toThrow('EIO');
  });
});
