import { describe, expect, it } from 'vitest';
import { README_MAX_BYTES } from '#contract/downloads/limits.ts';
import { checksumLine, isOpenText, readAsText } from './rules.ts';

describe('a publicly readable text', () => {
  it.each(['README', 'readme.md', 'README.txt', 'Docs/ReadMe.TXT', 'LICENSE', 'LICENCE.txt', 'a/b/license.md'])(
    'can be named %s',
    (path) => {
      expect(isOpenText({ path, size: README_MAX_BYTES })).toBe(true);
      expect(isOpenText({ path, size: README_MAX_BYTES + 1 })).toBe(false);
    },
  );

  it.each([
    'README.zip',
    'README.txt.zip',
    'README.md/clip.mov',
    'license.cube',
    'notes README',
    'readme.html',
    'README.txt ',
    'README\u202etxt',
    'LICENSE.TXT.mov',
    '',
  ])('cannot be named %j', (path) => {
    expect(isOpenText({ path, size: 10 })).toBe(false);
  });

  it('is decoded from the encodings that editors use', () => {
    expect(readAsText(Buffer.from('Größe\r\n\tone'))).toBe('Größe\r\n\tone');
    expect(readAsText(Buffer.from([0x47, 0x72, 0xf6, 0xdf, 0x65]))).toBe('Größe');
    expect(readAsText(Buffer.from('\ufeffGröße', 'utf16le'))).toBe('Größe');
    expect(readAsText(Buffer.alloc(0))).toBe('');
  });

  it('is decoded from its beginning alone, without half a character', () => {
    expect(readAsText(Buffer.from('Größe').subarray(0, 3))).toBe('Gr');
    expect(readAsText(Buffer.from('\ufeffGröße', 'utf16le').subarray(0, 7))).toBe('Gr');
  });

  it.each([
    ['a ZIP', Buffer.from('504b0304140000000800', 'hex')],
    ['a PNG', Buffer.from('89504e470d0a1a0a0000000d', 'hex')],
    ['an MP4', Buffer.from('000000206674797069736f6d', 'hex')],
    ['terminal control codes', Buffer.from('a\u001b[2Jb')],
  ])('cannot contain %s', (_, bytes) => {
    expect(readAsText(bytes)).toBeNull();
  });
});

it('formats a checksum line like sha256sum, including odd names', () => {
  const sha256 = 'a'.repeat(64);
  expect(checksumLine({ path: 'Clips/one two.mov', sha256 })).toBe(`${sha256}  Clips/one two.mov\n`);
  expect(checksumLine({ path: 'a\\b\nc', sha256 })).toBe(`\\${sha256}  a\\\\b\\nc\n`);
});
