import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addArrival, runCheck } from '#test/harness/arrivals.ts';
import { type Person, startTestApp, type TestApp } from '#test/harness/harness.ts';
import { addResource } from '#test/harness/resources.ts';
import { writeZip, type ZipEntry } from '#test/harness/zip-writer.ts';

let test: TestApp;
let leaker: Person;

beforeAll(async () => {
  test = await startTestApp();
  leaker = await test.addPerson('leaker');
});
afterAll(async () => await test.stop());

/** Findings of the real check for a file of this name and content. */
const check = async (path: string, body: string | Buffer) => {
  const resourceId = await addResource(test, { authorId: leaker.id, status: 'PENDING', files: {} });
  const id = await addArrival(test, { userId: leaker.id, resourceId, path, body: Buffer.from(body) });
  await runCheck(test, id);
  const file = await test.db
    .selectFrom('resource_files')
    .select(['media_type as mediaType', 'findings'])
    .where('resource_id', '=', resourceId)
    .executeTakeFirst();
  const findings = (file?.findings ?? []) as { code: string; sentence: string }[];
  return { mediaType: file?.mediaType, codes: findings.map(({ code }) => code), findings };
};

const latin = (text: string) => Buffer.from(text, 'latin1');
const text: ZipEntry = { name: 'a.txt', body: 'Hello' };
const zeros = (mebibytes: number) => Buffer.alloc(mebibytes * 1024 * 1024);
const drawing = (inner: string) => `<svg xmlns="http://www.w3.org/2000/svg">${inner}</svg>`;
const elf = latin('\x7fELF\x02\x01\x01'.padEnd(200, '\0'));
const exe = latin('MZ\x90\0'.padEnd(200, '\0'));
const film = latin('\0\0\0\x18ftypisom\0\0\0\0isommp42');

describe('the check', () => {
  it.each<[string, string, string | Buffer, string[]]>([
    ['nothing in a text file', 'read me.txt', 'Thank you!', []],
    ['nothing in a LUT', 'dusk.cube', 'LUT_3D_SIZE 33\n', []],
    ['nothing in a video without an index', 'clip.mp4', film, []],
    ['nothing in an SVG', 'logo.svg', drawing('<path d="M0 0"/>'), []],
    ['nothing in an ordinary archive', 'pack.zip', writeZip([text, { ...text, name: 'b/c.png' }]), []],
    ['nothing in a compressed project', 'edit.prproj', gzipSync('<PremiereData/>'), []],
    ['nothing in a template', 'title.mogrt', writeZip([text]), []],
    ['nothing for an unknown extension', 'look.xyz', Buffer.from([1, 2, 0, 3]), []],
    ['an empty file', 'empty.mov', '', ['empty']],
    ['a program', 'tool.exe', exe, ['executable']],
    ['a program by its name', 'run.bat', 'echo off', ['executable']],
    ['an After Effects script', 'panel.jsxbin', '@JSXBIN@ES@2.0@', ['executable']],
    ['a script by its content', 'readme', '#!/bin/sh\n', ['executable']],
    ['a program with another extension', 'pack.zip', exe, ['executable', 'other-kind']],
    ['a program with a double extension', 'pack.tar.gz.exe', elf, ['executable']],
    ['text named as a video', 'clip.mp4', 'ffconcat version 1.0\nfile /etc/passwd\n', ['other-kind']],
    ['a playlist named as a video', 'clip.mp4', '#EXTM3U\nfile:///etc/passwd\n', ['other-kind']],
    ['a picture named as a font', 'type.otf', latin('\xff\xd8\xff\xe0\0\x10JFIF'), ['other-kind']],
    ['a web page named as text', 'notes.txt', '<!doctype html><script>1</script>', ['other-kind', 'active-content']],
    ['an SVG with a script', 'logo.svg', drawing('<script>alert(1)</script>'), ['active-content']],
    ['an SVG with an event handler', 'logo.svg', drawing('<g onload="alert(1)"/>'), ['active-content']],
    ['an SVG with external content', 'a.svg', drawing('<image href="https://example.com/a"/>'), ['outside-content']],
    [
      'an SVG with entities',
      'a.svg',
      `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${drawing('&x;')}`,
      ['active-content'],
    ],
    ['a script that is also a picture', 'a.js', latin('GIF89a/*\x01\0\x01\0\x80\0\0*/=1;alert(1)'), ['executable']],
    [
      'an archive after a picture',
      'a.gif',
      Buffer.concat([latin('GIF89a\x01\0\x01\0'), writeZip([text])]),
      ['second-kind'],
    ],
    ['an archive after a document', 'a.pdf', Buffer.concat([latin('%PDF-1.4\n'), writeZip([text])]), ['second-kind']],
    ['a RAR', 'pack.rar', latin('Rar!\x1a\x07\x01\0'.padEnd(100, '\0')), ['archive-not-listed']],
    ['a 7-Zip', 'pack.7z', latin('7z\xbc\xaf\x27\x1c'.padEnd(100, '\0')), ['archive-not-listed']],
    ['a compressed TAR', 'pack.tar.gz', gzipSync(zeros(20)), ['archive-not-listed']],
    ['a broken archive', 'pack.zip', writeZip([text]).subarray(0, -10), ['archive-broken']],
    ['parent paths in an archive', 'pack.zip', writeZip([{ ...text, name: '../a' }]), ['archive-unsafe-names']],
    ['a link in an archive', 'pack.zip', writeZip([{ ...text, madeOn: 3, mode: 0o120777 }]), ['archive-links']],
    ['case collisions', 'pack.zip', writeZip([text, { ...text, name: 'A.txt' }]), ['archive-colliding-names']],
    ['a password-protected archive', 'pack.zip', writeZip([{ ...text, flags: 1 }]), ['archive-encrypted']],
    ['overlaps', 'p.zip', writeZip([text, { ...text, name: 'b', lies: { offset: 0 } }]), ['archive-overlapping']],
    ['high compression', 'pack.zip', writeZip([{ name: 'z', body: zeros(8), deflate: true }]), ['archive-bomb']],
    ['nested archives', 'pack.zip', writeZip([{ name: '1.zip', body: writeZip([text]) }]), ['archive-nested']],
    ['a shortcut in an archive', 'pack.zip', writeZip([text, { name: 'b.lnk', body: 'L' }]), ['executable']],
    ['problems in a template', 'title.mogrt', writeZip([{ ...text, name: '../a' }]), ['archive-unsafe-names']],
  ])('reports %s', async (_about, path, body, codes) => {
    expect((await check(path, body)).codes).toEqual(codes);
  });

  it('reports very many entries and very large contents', async () => {
    const many = await check(
      'pack.zip',
      writeZip(Array.from({ length: 10_001 }, (_, index) => ({ name: `${index}` }))),
    );
    expect(many.findings).toEqual([{ code: 'archive-many-entries', sentence: 'The archive has 10,001 entries.' }]);
    const field = Buffer.alloc(12);
    field.writeUInt16LE(1, 0);
    field.writeUInt16LE(8, 2);
    field.writeBigUInt64LE(60n * 1024n ** 3n, 4);
    const large = await check('p.zip', writeZip([{ ...text, lies: { unpacked: 0xffffffff, zip64: field } }]));
    expect(large.findings).toMatchObject([
      {
        code: 'archive-bomb',
        sentence: expect.stringMatching(/^Unpacked, the archive takes up 60 GiB: [\d,]+ times its/),
      },
    ]);
  });

  it('shows foreign names without invisible characters', async () => {
    const { findings } = await check('pack.zip', writeZip([{ name: `a\u202e\n${'x'.repeat(200)}.exe`, body: 'MZ' }]));
    const sentence = findings.find(({ code }) => code === 'executable')?.sentence ?? '';
    expect(sentence).toMatch(/^The archive contains a program: ax+…\.$/);
    expect(sentence.length).toBeLessThan(150);
  });
});
