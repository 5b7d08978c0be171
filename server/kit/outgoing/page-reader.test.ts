import { describe, expect, it } from 'vitest';
import { processorMs } from '#test/harness/processor-time.ts';
import { decodePage, readPageFacts } from './page-reader.ts';

const never = new AbortController().signal;
const nothing = { title: null, description: null, amount: null, currency: null, images: [] };

describe('the metadata of a page', () => {
  it.each<[string, string, object]>([
    [
      'prefers Open Graph',
      `<title>The shop</title><meta property="og:title" content="Dusk"><meta name="description" content="Ours">
       <meta property="og:description" content="Forty shots"><meta property="og:image" content="/a.png">
       <meta name="twitter:title" content="No"><meta name="twitter:image" content="https://cdn.example/b.png">`,
      { title: 'Dusk', description: 'Forty shots', images: ['/a.png', 'https://cdn.example/b.png'] },
    ],
    [
      'falls back to title and description',
      '<title>A &amp; b</title><meta name="description" content="Ours">',
      {
        title: 'A & b',
        description: 'Ours',
      },
    ],
    [
      'includes a product price',
      '<meta property="product:price:amount" content="24.00"><meta property="product:price:currency" content="EUR">',
      { amount: '24.00', currency: 'EUR' },
    ],
    ['includes an offer price', '<meta property="og:price:amount" content="9">', { amount: '9' }],
    ['ignores pictures in the page', '<img src="https://ads.example/pixel.png">', {}],
    ['does not follow a redirect in the page', '<meta http-equiv="refresh" content="0; url=http://127.0.0.1/">', {}],
    [
      'treats scripts as plain text',
      '<meta property="og:title" content="&lt;script&gt;alert(1)&lt;/script&gt;">',
      {
        title: '<script>alert(1)</script>',
      },
    ],
    [
      'ignores names of built-in object properties',
      '<meta property="__proto__" content="a"><meta property="constructor" content="b"><meta property="og:title" content="c">',
      { title: 'c' },
    ],
    ['is read from a truncated page', '<html><head><title>Torn</title><meta property="og:desc', { title: 'Torn' }],
    ['is empty for binary content', '\0\u0001\ufffd'.repeat(1000), {}],
  ])('%s', async (_about, html, facts) => {
    expect(await readPageFacts(html, never)).toEqual({ ...nothing, ...facts });
  });

  it('is null without a page or after an abort', async () => {
    expect(await readPageFacts(' \n', never)).toBeNull();
    expect(await readPageFacts('<title>a</title>', AbortSignal.abort())).toBeNull();
  });

  it('is abandoned when the markup takes a parser too much time and memory', async () => {
    // Every paragraph reopens all elements that were left open before it.
    const open = Array.from({ length: 2000 }, (_, i) => `<b id=${i}>`).join('');
    const html = `<p>${open}</p>${'<p>a</p>'.repeat(100_000)}`;
    expect(await readPageFacts(html, AbortSignal.timeout(2000))).toBeNull();
  });
});

describe('the text of a page', () => {
  it.each<[string, Buffer, string]>([
    ['as UTF-8 by default', Buffer.from('Grüße'), 'text/html'],
    ['with the encoding in the header', Buffer.from('Gr\u00fc\u00dfe', 'latin1'), 'text/html; charset=ISO-8859-1'],
    ['with the encoding in the page', Buffer.from('<meta charset="latin1">Gr\u00fc\u00dfe', 'latin1'), 'text/html'],
    [
      'with the encoding in an older meta tag',
      Buffer.from('<meta content="text/html; charset=windows-1252">Gr\u00fc\u00dfe', 'latin1'),
      'text/html',
    ],
    ['by its byte order mark', Buffer.from('\ufeffGrüße', 'utf16le'), 'text/html; charset=utf-8'],
    ['as UTF-8 when the encoding is unknown', Buffer.from('Grüße'), 'text/html; charset=klingon'],
  ])('is decoded %s', (_about, body, contentType) => {
    expect(decodePage(body, contentType)).toContain('Grüße');
  });

  it('is decoded quickly even with hostile encoding declarations', async () => {
    const blank = `charset=${' '.repeat(200_000)}!`;
    const took = await processorMs(() =>
      expect(decodePage(Buffer.from(`<meta ${blank}>`), `text/html; ${blank}`)).toContain('<meta'),
    );
    // A regular expression that restarts at every space would take many seconds.
    expect(took).toBeLessThan(500);
  });
});
