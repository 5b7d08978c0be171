import { describe, expect, it } from 'vitest';
import { pictureOf, storedPageWords } from './og-rules.ts';

const nothing = { title: null, description: null, amount: null, currency: null };

describe('words of a page', () => {
  it.each<[string, string | null, string | null]>([
    ['none', null, null],
    ['blank ones', ' \n\t ', null],
    ['lines', ' a\r\n\tb\u2028c\u0000d ', 'a b c d'],
    ['what turns the direction', 'a\u202egnp.exe\u2066', 'agnp.exe'],
    ['half a character', 'a\ud800b', 'a\ufffdb'],
    ['markup', '<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['long ones', '😀'.repeat(300), '😀'.repeat(200)],
    ['very long ones', 'a'.repeat(1_000_000), 'a'.repeat(200)],
  ])('%s', (_about, title, kept) => expect(storedPageWords({ ...nothing, title }).title).toBe(kept));

  it('are longer for a description, and shorter for a price', () => {
    const words = storedPageWords({
      ...nothing,
      description: 'a'.repeat(2000),
      amount: '1'.repeat(99),
      currency: 'EUR',
    });
    expect([words.description?.length, words.price?.length]).toEqual([1000, 60]);
  });

  it('make a price of an amount with its currency, and none of a currency alone', () => {
    expect(storedPageWords({ ...nothing, amount: '24.00', currency: 'EUR' }).price).toBe('24.00 EUR');
    expect(storedPageWords({ ...nothing, amount: '24', currency: null }).price).toBe('24');
    expect(storedPageWords({ ...nothing, currency: 'EUR' }).price).toBeNull();
  });
});

describe('the picture of a page', () => {
  const isAllowed = (address: string) => address.startsWith('https:');

  it.each<[string[], string | null]>([
    [[], null],
    [['/a b.png'], 'https://shop.example/a%20b.png'],
    [['../c.png'], 'https://shop.example/c.png'],
    [['//cdn.example/d.png'], 'https://cdn.example/d.png'],
    [['http://inside/e.png', 'https://cdn.example/f.png'], 'https://cdn.example/f.png'],
    [['javascript:alert(1)', 'data:image/png;base64,aaaa', 'https://['], null],
    [[`/${'a'.repeat(2000)}`], null],
  ])('of %j', (images, picture) => expect(pictureOf(images, 'https://shop.example/b/', isAllowed)).toBe(picture));
});
