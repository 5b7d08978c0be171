// Lists archives that were made here, by tar and by 7zz, well-formed and hostile.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ARCHIVE_NAMES_MAX, type ArchivedEntry } from '#contract/resources/archives.ts';
import { findFileTools } from '#server/kit/media/file-tools.ts';
import { createPictureReader, type ListedArchive, type ListedKind } from '#server/kit/media/image-reader.ts';
import { writeRar, writeSealedRar } from '#test/harness/rar.ts';
import { extendedHeader, tarHeader, writeTar } from '#test/harness/tar-writer.ts';
import { writeZip, type ZipEntry } from '#test/harness/zip-writer.ts';
import { listRar } from './rar-file.ts';
import { parseSevenZip } from './seven-zip.ts';
import { listTar } from './tar-file.ts';

const log = { info() {}, warn() {}, error() {} };
const reader = createPictureReader({ log });
let folder = '';
let listSevenZip: (path: string) => Promise<ListedArchive>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'helix-archives-'));
  const tools = await findFileTools({ sevenZipPath: null, pdftoppmPath: null }, log);
  if (!tools.listSevenZip) throw new Error('7zz is not installed');
  listSevenZip = tools.listSevenZip;
  mkdirSync(join(folder, 'pack/Übergänge'), { recursive: true });
  writeFileSync(join(folder, 'pack/Übergänge/日本.mov'), Buffer.alloc(3000, 'x'));
  writeFileSync(join(folder, 'pack/readme.txt'), 'Thanks');
  symlinkSync('/etc/passwd', join(folder, 'pack/link'));
});
afterAll(() => rmSync(folder, { recursive: true }));

let count = 0;
const stored = (bytes: Buffer): string => {
  count += 1;
  const path = join(folder, String(count));
  writeFileSync(path, bytes);
  return path;
};
const opened = (listed: ListedArchive) => {
  if ('refused' in listed) throw new Error(listed.refused);
  return { ...listed.facts, entries: JSON.parse(listed.body.toString()) as ArchivedEntry[] };
};
const listed = async (bytes: Buffer, kind: ListedKind) => opened(await reader.listArchive(stored(bytes), kind));
const refused = (bytes: Buffer, kind: ListedKind) => reader.listArchive(stored(bytes), kind);

const PACK: ArchivedEntry[] = [
  ['pack/', 0],
  ['pack/link', 0, 'link'],
  ['pack/readme.txt', 6],
  ['pack/Übergänge/', 0],
  ['pack/Übergänge/日本.mov', 3000],
];
const SUMS = {
  files: 3,
  size: 3006,
  isLocked: false,
  isDamaged: false,
  isSuspicious: false,
  cut: null,
};
const byPath = (entries: readonly ArchivedEntry[]) => entries.toSorted(([a], [b]) => (a < b ? -1 : 1));

describe('a folder packed by the usual programs', () => {
  it.each(['gnu', 'pax', 'ustar'])('as tar in the format %s, plain and with gzip', async (format) => {
    const path = join(folder, `${format}.tar`);
    execFileSync('tar', ['--format', format, '-cf', path, '-C', folder, 'pack']);
    const tar = readFileSync(path);
    for (const found of [await listed(tar, 'tar'), await listed(gzipSync(tar), 'gzip')]) {
      expect(found).toMatchObject(SUMS);
      expect(byPath(found.entries)).toEqual(byPath(PACK));
    }
  });

  it('as 7z and ZIP, by 7zz', async () => {
    const [seven, zip] = [join(folder, 'pack.7z'), join(folder, 'pack.zip')];
    for (const path of [seven, zip]) execFileSync('7zz', ['a', '-snl', path, 'pack'], { cwd: folder });
    const found = opened(await listSevenZip(seven));
    expect(found).toMatchObject(SUMS);
    expect(found.kinds).toEqual([
      { kind: 'clips', files: 1, size: 3000 },
      { kind: 'texts', files: 1, size: 6 },
      { kind: 'other files', files: 1, size: 0 },
    ]);
    expect(byPath(found.entries)).toEqual(byPath(PACK));
    expect(byPath((await listed(readFileSync(zip), 'zip')).entries)).toEqual(byPath(PACK));
  });

  it('as 7z with a password: for the files, or for the names too', async () => {
    const [files, names] = [join(folder, 'locked.7z'), join(folder, 'sealed.7z')];
    execFileSync('7zz', ['a', '-psecret', files, 'pack/readme.txt'], { cwd: folder });
    execFileSync('7zz', ['a', '-psecret', '-mhe=on', names, 'pack/readme.txt'], { cwd: folder });
    expect(opened(await listSevenZip(files))).toMatchObject({ isLocked: true, entries: [['pack/readme.txt', 6]] });
    expect(await listSevenZip(names)).toEqual({ refused: 'locked' });
  });

  it('as 7z that is cut off, or something else in disguise', async () => {
    const path = join(folder, 'whole.7z');
    execFileSync('7zz', ['a', path, 'pack/readme.txt'], { cwd: folder });
    expect(await listSevenZip(stored(readFileSync(path).subarray(0, 60)))).toEqual({ refused: 'damaged' });
    expect(await listSevenZip(stored(writeZip([{ name: 'a.txt', body: 'x' }])))).toEqual({ refused: 'damaged' });
    expect(await listSevenZip(stored(Buffer.from('7z\xbc\xaf\x27\x1c', 'latin1')))).toEqual({ refused: 'damaged' });
  });
});

describe.each([4, 5] as const)('RAR in the format of RAR %i', (format) => {
  const rar = (...names: string[]) =>
    writeRar(
      names.map((name) => ({ name, body: name.endsWith('/') ? '' : 'x' })),
      { format },
    );

  it('is listed with folders, sizes and sums', async () => {
    const found = await listed(
      writeRar(
        [
          { name: 'pack/' },
          { name: 'pack/Übergänge/日本😀.mov', body: Buffer.alloc(3000) },
          { name: 'pack/readme.txt', body: 'Thanks' },
          { name: 'huge.wav', size: 9 * 1024 ** 3 },
        ],
        { format },
      ),
      'rar',
    );
    expect(found).toMatchObject({ files: 3, isLocked: false, isDamaged: false, isSuspicious: true, cut: null });
    expect(found.kinds.map(({ kind }) => kind)).toEqual(['clips', 'sounds', 'texts']);
    expect(found.entries).toEqual([
      ['pack/', 0],
      ['pack/Übergänge/日本😀.mov', 3000],
      ['pack/readme.txt', 6],
      ['huge.wav', 9 * 1024 ** 3],
    ]);
  });

  it('has clean paths, and marks those that lead out', async () => {
    const names = ['../../etc/passwd', '/etc/passwd', 'C:\\x', 'a\\b.txt', './c.txt', 'a\u001b[31mb\n.txt'];
    const { entries } = await listed(rar(...names, 'photo\u202egpj.exe', 'u\u0308.txt', 'x'.repeat(60_000)), 'rar');
    expect(entries).toEqual([
      ['../../etc/passwd', 1, 'unsafe'],
      ['/etc/passwd', 1, 'unsafe'],
      ['C:/x', 1, 'unsafe'],
      ['a/b.txt', 1],
      ['c.txt', 1],
      ['a[31mb.txt', 1],
      ['photo[U+202E]gpj.exe', 1],
      ['ü.txt', 1],
      ['x'.repeat(1000), 1],
    ]);
  });

  it('with a password is listed, or refused if its names need it', async () => {
    const locked = writeRar([{ name: 'a.txt', body: Buffer.alloc(16), isLocked: true }], { format });
    expect(await listed(locked, 'rar')).toMatchObject({ isLocked: true, entries: [['a.txt', 16]] });
    expect(await refused(writeSealedRar({ format }), 'rar')).toEqual({ refused: 'locked' });
  });

  it('that breaks off is listed as far as it goes', async () => {
    const whole = writeRar(
      [
        { name: 'one.txt', body: 'x' },
        { name: 'two.txt', body: Buffer.alloc(4000) },
      ],
      { format },
    );
    const found = await listed(whole.subarray(0, 1000), 'rar');
    expect(found).toMatchObject({ isDamaged: true, cut: null, entries: [['one.txt', 1]] });
    expect(await refused(whole.subarray(0, 30), 'rar')).toEqual({ refused: 'damaged' });
  });

  it('that is one part of several is refused, and looks for no other', async () => {
    const part = writeRar([{ name: 'a.mov', body: 'abc', size: 9, isSplit: true }], { format, isSplit: true });
    writeFileSync(join(folder, 'set.part1.rar'), part);
    const first = join(folder, 'set.part1.rar');
    expect(await reader.listArchive(first, 'rar')).toEqual({ refused: 'split' });
    // Says only late that it's a part.
    const whole = writeRar([{ name: 'one.txt', body: 'x' }], { format, isEnded: false });
    writeFileSync(first, Buffer.concat([whole, part.subarray(format === 5 ? 8 : 7)]));
    for (const name of ['set.part2.rar', 'set.part1.r00'])
      writeFileSync(join(folder, name), writeRar([{ name: 'other', body: 'x' }], { format, isSplit: true }));
    const found = await listRar(first);
    if ('refused' in found) throw new Error(found.refused);
    expect(found.isDamaged).toBe(true);
    expect(found.entries.map(([name]) => name)).not.toContain('other');
  });

  it('with very many entries is listed up to a limit', { timeout: 60_000 }, async () => {
    const entries = Array.from({ length: 20_500 }, (_, at) => ({ name: `a/${at}.wav` }));
    const found = await listed(writeRar(entries, { format }), 'rar');
    expect([found.entries.length, found.files, found.cut]).toEqual([ARCHIVE_NAMES_MAX, 20_500, 'names']);
    const few = stored(rar('a', 'b', 'c'));
    expect(await listRar(few, { timeMs: 10_000, entries: 2 })).toMatchObject({ cut: 'length', files: 2 });
    expect(await listRar(few, { timeMs: -1, entries: 10 })).toMatchObject({ cut: 'length', files: 1 });
  });
});

describe('paths', () => {
  const paths = async (...names: string[]) =>
    (await listed(writeZip(names.map((name) => ({ name, body: 'x' }))), 'zip')).entries;

  it('that lead out are marked, and used for nothing', async () => {
    const found = await paths('../../etc/passwd', '/etc/passwd', 'C:\\x', 'a/../../b', 'a\\b.txt', './c.txt');
    expect(found).toEqual([
      ['../../etc/passwd', 1, 'unsafe'],
      ['/etc/passwd', 1, 'unsafe'],
      ['C:/x', 1, 'unsafe'],
      ['a/../../b', 1, 'unsafe'],
      ['a/b.txt', 1],
      ['c.txt', 1],
    ]);
  });

  it('lose control characters, show marks of direction, and are composed', async () => {
    expect(await paths('a\u001b[31mb\n\u0000.txt', 'photo\u202egpj.exe', 'u\u0308.txt')).toEqual([
      ['a[31mb.txt', 1],
      ['photo[U+202E]gpj.exe', 1],
      ['ü.txt', 1],
    ]);
    const [[long = ''] = []] = await paths('x'.repeat(60_000));
    expect(long).toHaveLength(1000);
  });

  it('in extended headers of tar win, with sizes above 8 GB', async () => {
    const name = `${'deep/'.repeat(60)}file.wav`;
    const tar = writeTar([
      { name: 'PaxHeader', type: 'x', body: extendedHeader({ path: name, mtime: '1.5' }) },
      { name: 'short', body: 'abc' },
      { name: '././@LongLink', type: 'L', body: `${name}\0` },
      { name: 'short', body: 'abcd' },
      { name: 'name.wav', prefix: 'folder/inner', body: 'abcde' },
    ]);
    const huge = Buffer.concat([tar.subarray(0, -1024), tarHeader({ name: 'huge', size: 9 * 1024 ** 3 })]);
    expect((await listed(huge, 'tar')).entries).toEqual([
      [name, 3],
      [name, 4],
      ['folder/inner/name.wav', 5],
      ['huge', 9 * 1024 ** 3],
    ]);
  });
});

describe('a hostile archive', () => {
  it('with an archive in it is not opened further', async () => {
    const inner = writeZip([{ name: 'secret.txt', body: 'x' }]);
    const { entries, kinds } = await listed(writeZip([{ name: 'inner.zip', body: inner }]), 'zip');
    expect(entries).toEqual([['inner.zip', inner.length]]);
    expect(kinds).toEqual([{ kind: 'archives', files: 1, size: inner.length }]);
  });

  it('with 100,000 members is listed up to a limit and counted whole', { timeout: 60_000 }, async () => {
    const zip = writeZip(Array.from({ length: 65_000 }, (_, at): ZipEntry => ({ name: `a/${at}.png`, body: 'x' })));
    const found = await listed(zip, 'zip');
    expect([found.entries.length, found.files, found.cut]).toEqual([ARCHIVE_NAMES_MAX, 65_000, 'names']);
    const members = Array.from({ length: 100_000 }, (_, at) => ({ name: `${at}.wav` }));
    const tar = await listed(gzipSync(writeTar(members)), 'gzip');
    expect([tar.entries.length, tar.files]).toEqual([ARCHIVE_NAMES_MAX, 100_000]);
  });

  it('that claims or holds implausibly much is called so', async () => {
    const claim: ZipEntry = { name: 'bomb.bin', body: 'x', lies: { unpacked: 4_000_000_000 } };
    expect(await listed(writeZip([claim]), 'zip')).toMatchObject({ size: 4_000_000_000, isSuspicious: true });
    expect(await listed(tarHeader({ name: 'huge', size: 60_000_000_000 }), 'tar')).toMatchObject({
      isSuspicious: true,
      isDamaged: true,
    });
    const even = gzipSync(writeTar([{ name: 'zeros', body: Buffer.alloc(200_000_000) }]));
    expect(await listed(even, 'gzip')).toMatchObject({ size: 200_000_000, isSuspicious: true, isDamaged: false });
  });

  it('that never ends is left in time', async () => {
    const endless = stored(
      gzipSync(Buffer.concat([tarHeader({ name: 'endless', size: 8 ** 11 - 1 }), Buffer.alloc(300_000_000)])),
    );
    const started = performance.now();
    const found = await listTar(endless, { isPacked: true, limits: { timeMs: 50, entries: 100 } });
    expect(performance.now() - started).toBeLessThan(2000);
    expect(found).toMatchObject({ cut: 'length', isDamaged: false, files: 1, isSuspicious: true });
  });

  it.each<[string, ListedKind, () => Buffer]>([
    ['a ZIP without its end', 'zip', () => writeZip([{ name: 'a', body: 'x' }]).subarray(0, -10)],
    ['zeros called ZIP', 'zip', () => Buffer.alloc(5000)],
    ['text called tar', 'tar', () => Buffer.alloc(5000, 'text')],
    ['gzip of no tar', 'gzip', () => gzipSync(Buffer.alloc(5000, 'text'))],
    ['a RAR that is only its beginning', 'rar', () => writeRar([], { isEnded: false })],
    ['text called RAR', 'rar', () => Buffer.alloc(5000, 'text')],
    ['half of a gzip header', 'gzip', () => Buffer.from([0x1f, 0x8b, 8])],
  ])('%s is damaged', async (_about, kind, make) => {
    expect(await refused(make(), kind)).toEqual({ refused: 'damaged' });
  });

  it('that breaks off is listed as far as it goes', async () => {
    const tar = writeTar([
      { name: 'one.txt', body: 'x' },
      { name: 'two.txt', body: Buffer.alloc(4000) },
    ]);
    const found = await listed(tar.subarray(0, 1800), 'tar');
    expect(found).toMatchObject({ isDamaged: true, cut: null });
    expect(found.entries).toEqual([
      ['one.txt', 1],
      ['two.txt', 4000],
    ]);
    const packed = gzipSync(tar);
    expect(await listed(packed.subarray(0, packed.length - 12), 'gzip')).toMatchObject({ files: 2 });
    expect(await listed(writeZip([{ name: 'a', body: 'x' }], { count: 5 }), 'zip')).toMatchObject({ isDamaged: true });
  });

  it('with a password is listed, or refused if its names need it', async () => {
    expect(await listed(writeZip([{ name: 'a', body: 'x', flags: 1 }]), 'zip')).toMatchObject({
      isLocked: true,
      entries: [['a', 1]],
    });
    expect(await refused(writeZip([{ name: 'a', body: 'x', flags: 0x41 }]), 'zip')).toEqual({ refused: 'locked' });
  });

  it('whose names imitate the output of 7zz adds only names', () => {
    const text =
      'Path = a\nPath = b\nSize = 5\n\nAttributes = A -rw\nEncrypted = +\n\nPath = c\nSize = x\nAttributes = D';
    const found = parseSevenZip(text, { isCut: false, isDamaged: false, packedBytes: 10 });
    expect(found).toMatchObject({
      entries: [
        ['a', 5],
        ['c/', 0],
      ],
      isLocked: true,
    });
  });
});
