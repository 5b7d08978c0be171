import { describe, expect, it } from 'vitest';
import { decodePage, readPageFacts } from './page-reader.ts';

const never = new AbortController().signal;
const nothing = { title: null, description: null, amount: null, currency: null, images: [] };

describe('what a page says of itself', () => {
  it.each<[string, string, object]>([
    [
      'its Open Graph first',
      `<title>The shop</title><meta property="og:title" content="Dusk"><meta name="description" content="Ours">
       <meta property="og:description" content="Forty shots"><meta property="og:image" content="/a.png">
       <meta name="twitter:title" content="No"><meta name="twitter:image" content="https://cdn.example/b.png">`,
      { title: 'Dusk', description: 'Forty shots', images: ['/a.png', 'https://cdn.example/b.png'] },
    ],
    [
      'else its title and description',
      '<title>A &amp; b</title><meta name="description" content="Ours">',
      {
        title: 'A & b',
        description: 'Ours',
      },
    ],
    [
      'a price of products',
      '<meta property="product:price:amount" content="24.00"><meta property="product:price:currency" content="EUR">',
      { amount: '24.00', currency: 'EUR' },
    ],
    ['a price of offers', '<meta property="og:price:amount" content="9">', { amount: '9' }],
    ['no picture that merely stands in it', '<img src="https://ads.example/pixel.png">', {}],
    ['nothing where it leads on', '<meta http-equiv="refresh" content="0; url=http://127.0.0.1/">', {}],
    [
      'scripts as words',
      '<meta property="og:title" content="&lt;script&gt;alert(1)&lt;/script&gt;">',
      {
        title: '<script>alert(1)</script>',
      },
    ],
    [
      'what is called like parts of every object',
      '<meta property="__proto__" content="a"><meta property="constructor" content="b"><meta property="og:title" content="c">',
      { title: 'c' },
    ],
    ['what is left of a torn one', '<html><head><title>Torn</title><meta property="og:desc', { title: 'Torn' }],
    ['nothing in bytes of no page', '\0\u0001\ufffd'.repeat(1000), {}],
  ])('%s', async (_about, html, facts) => {
    expect(await readPageFacts(html, never)).toEqual({ ...nothing, ...facts });
  });

  it('is nothing without a page', async () => {
    expect(await readPageFacts(' \n', never)).toBeNull();
    expect(await readPageFacts('<title>a</title>', AbortSignal.abort())).toBeNull();
  });

  it('is not waited for when the markup costs a parser any time and memory', async () => {
    // Every paragraph opens all that was left open before it anew.
    const open = Array.from({ length: 2000 }, (_, i) => `<b id=${i}>`).join('');
    const html = `<p>${open}</p>${'<p>a</p>'.repeat(100_000)}`;
    expect(await readPageFacts(html, AbortSignal.timeout(2000))).toBeNull();
  });
});

describe('the text of a page', () => {
  it.each<[string, Buffer, string]>([
    ['UTF-8 unless something else is said', Buffer.from('Grüße'), 'text/html'],
    ['as the header says', Buffer.from('Gr\u00fc\u00dfe', 'latin1'), 'text/html; charset=ISO-8859-1'],
    ['as the page says', Buffer.from('<meta charset="latin1">Gr\u00fc\u00dfe', 'latin1'), 'text/html'],
    [
      'as an older page says',
      Buffer.from('<meta content="text/html; charset=windows-1252">Gr\u00fc\u00dfe', 'latin1'),
      'text/html',
    ],
    ['by its mark', Buffer.from('\ufeffGrüße', 'utf16le'), 'text/html; charset=utf-8'],
    ['UTF-8 when nobody knows what is said', Buffer.from('Grüße'), 'text/html; charset=klingon'],
  ])('is read %s', (_about, body, contentType) => {
    expect(decodePage(body, contentType)).toContain('Grüße');
  });

  it('is found in no time, whatever a header or a page says of its encoding', () => {
    const blank = `charset=${' '.repeat(200_000)}!`;
    const begun = performance.now();
    expect(decodePage(Buffer.from(`<meta ${blank}>`), `text/html; ${blank}`)).toContain('<meta');
    // A search that begins anew at every space takes many seconds.
    expect(performance.now() - begun).toBeLessThan(500);
  });
});
