import { parse } from 'content-disposition';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attachmentDisposition, safeFileName } from './attachment-name.ts';

describe('safeFileName', () => {
  it.each([
    ['Film Look.cube', 'Film Look.cube'],
    ['€ résumé "x".mp4', '€ résumé "x".mp4'],
    ['what? 100%.txt', 'what? 100%.txt'],
    ['Overlays/Dust/01.png', '01.png'],
    ['..\\..\\windows\\win.ini', 'win.ini'],
    ['../../etc/passwd', 'passwd'],
    ['/..', 'download'],
    ['..', 'download'],
    ['', 'download'],
    [' . ', 'download'],
    ['.htaccess', 'htaccess'],
    ['trailing.txt. .', 'trailing.txt'],
    ['a\r\nSet-Cookie: x=1', 'aSet-Cookie: x=1'],
    ['a\0b\u0085c.txt', 'abc.txt'],
    ['invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['a\u2066b\u2069c\u061cd\u200be\ufefff.txt', 'abcdef.txt'],
    ['.\u202e./secret', 'secret'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['Com1.tar.gz', '_Com1.tar.gz'],
    ['console.txt', 'console.txt'],
    ['e\u0301.txt', 'é.txt'],
    ['bad \ud800 half.txt', 'bad \ufffd half.txt'],
    ['音楽.wav', '音楽.wav'],
    ['👩‍💻.png', '👩‍💻.png'],
  ])('%j is saved as %j', (name, expected) => {
    expect(safeFileName(name)).toBe(expected);
  });

  it('shortens to 200 bytes, keeping the extension and whole characters', () => {
    const name = safeFileName(`${'😀'.repeat(100)}.drfx`);
    expect(name).toBe(`${'😀'.repeat(48)}.drfx`);
    expect(Buffer.byteLength(safeFileName('é'.repeat(150)))).toBe(200);
  });
});

describe('attachmentDisposition', () => {
  it.each([
    ['Film Look.cube', 'attachment; filename="Film Look.cube"'],
    ['look.cube', 'attachment; filename=look.cube'],
    ['Café.png', "attachment; filename=Cafe.png; filename*=UTF-8''Caf%C3%A9.png"],
    ['音楽.wav', "attachment; filename=__.wav; filename*=UTF-8''%E9%9F%B3%E6%A5%BD.wav"],
    ['%41.txt', "attachment; filename=_41.txt; filename*=UTF-8''%2541.txt"],
    ['a"b.txt', "attachment; filename=a_b.txt; filename*=UTF-8''a%22b.txt"],
  ])('%j', (name, header) => {
    expect(attachmentDisposition(name)).toBe(header);
  });

  it('produces a header that Node accepts and clients can parse, for any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
        const header = attachmentDisposition(name);
        expect(header).toMatch(/^[\x20-\x7e]+$/);
        expect(parse(header)).toMatchObject({ type: 'attachment', parameters: { filename: safeFileName(name) } });
      }),
      { numRuns: 500 },
    );
  });

  it('never leaves a path that leads elsewhere', () => {
    const tricks = fc.constantFrom('.', '/', '\\', ' ', '\0', '\u202e', '\u200b', 'con', 'a', '\ud800', 'é', '"', '\n');
    fc.assert(
      fc.property(fc.array(tricks, { maxLength: 20 }), (pieces) => {
        const name = safeFileName(pieces.join(''));
        expect(name).not.toMatch(/[/\\\p{Cc}\u202e\u200b]|^[.\s]|[.\s]$|^$|^con$/iu);
        expect(safeFileName(name)).toBe(name);
      }),
      { numRuns: 1000 },
    );
  });
});
