import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { processorMs } from '#test/harness/processor-time.ts';
import { writeZip } from '#test/harness/zip-writer.ts';
import { HEAD_BYTES, kindOfContent } from './file-kind.ts';

const bytes = (text: string, length = 4096) => Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(length)]);

describe('the type detected from the content', () => {
  it.each<[string, Buffer | string, string | null]>([
    ['a picture', bytes('\x89PNG\r\n\x1a\n\0\0\0\rIHDR'), 'image/png'],
    ['a picture with a 20 MB colour profile', bytes('\x89PNG\r\n\x1a\n\x01\x31\x2d\x00iCCP', HEAD_BYTES), 'image/png'],
    ['a video without its index', bytes('\0\0\0\x18ftypisom\0\0\0\0isommp42'), 'video/mp4'],
    ['a song with a large cover', bytes('ID3\x03\0\0\0\x7f\x7f\x7f'), 'audio/mpeg'],
    ['a font', bytes('OTTO\0\x0a\0\x80'), 'font/otf'],
    ['a ZIP', writeZip([{ name: 'a.txt', body: 'Hello' }]), 'application/zip'],
    ['an empty ZIP', writeZip([]), 'application/zip'],
    ['a packed project', gzipSync('<?xml version="1.0"?><PremiereData/>'), 'application/gzip'],
    ['an After Effects project', bytes('RIFX\0\0\0\0Egg!'), 'application/x-riff-big-endian'],
    ['a Windows executable', bytes('MZ\x90\0'), 'application/x-msdownload'],
    ['a Linux executable', bytes('\x7fELF\x02\x01'), 'application/x-elf'],
    ['a Java class file', bytes('\xca\xfe\xba\xbe\0\0\0\x37'), 'application/java-vm'],
    ['a shortcut', bytes('\x4c\0\0\0\x01\x14\x02\0\0\0\0\0\xc0\0\0\0\0\0\0\x46'), 'application/x-ms-shortcut'],
    ['a script', '#!/bin/sh\nrm -rf ~\n', 'text/x-shellscript'],
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
    ['an SVG after comments', '\ufeff<?xml version="1.0"?>\n<!-- a --><!-- b -->\n<svg/>', 'image/svg+xml'],
    ['an SVG with entities', '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "b">]><svg/>', 'image/svg+xml'],
    ['an HTML page', '<!doctype html><script>alert(1)</script>', 'text/html'],
    ['a Final Cut project', '<?xml version="1.0"?><fcpxml version="1.9"/>', 'application/xml'],
    ['a LUT', 'TITLE "Dusk"\n# mine\nLUT_3D_SIZE 33\n0 0 0\n', 'application/x-cube-lut'],
    ['subtitles', '1\r\n00:00:01,000 --> 00:00:02,500\r\nHi\r\n', 'application/x-subrip'],
    ['a playlist', '#EXTM3U\nfile:///etc/passwd\n', 'application/vnd.apple.mpegurl'],
    ['JSON', '{"name": "pack"}', 'application/json'],
    ['text', 'Thank you for your download!\n', 'text/plain'],
    ['Latin-1 text', Buffer.from('Gr\u00fc\u00dfe\n', 'latin1'), 'text/plain'],
    ['UTF-16 text', Buffer.from('\ufeffHello', 'utf16le'), 'text/plain'],
    ['unknown bytes', Buffer.from([1, 2, 3, 0, 4, 5]), null],
    ['nothing', Buffer.alloc(0), null],
  ])('of %s', async (_about, content, kind) => {
    expect(await kindOfContent(Buffer.from(content).subarray(0, HEAD_BYTES))).toBe(kind);
  });

  it('is found in under a second, even for hostile bytes', async () => {
    const hostile = [
      '\n',
      ' ',
      '<!--',
      '<!-- -->',
      '<!DOCTYPE svg ',
      '1\n',
      'PK\x03\x04',
      '\xff\xfb',
      'II*\0\x08\0\0\0',
      '\0',
      '[',
    ];
    for (const piece of hostile) {
      const head = Buffer.alloc(HEAD_BYTES, piece, 'latin1');
      expect(await processorMs(() => kindOfContent(head)), JSON.stringify(piece)).toBeLessThan(1000);
    }
  });
});
