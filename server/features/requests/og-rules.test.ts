import { describe, expect, it } from 'vitest';
import { pictureOf, storedPageWords } from './og-rules.ts';

const nothing = { title: null, description: null, amount: null, currency: null };

describe('page metadata text', () => {
  it.each<[string, string | null, string | null]>([
    ['stays null', null, null],
    ['turns blank text into null', ' \n\t ', null],
    ['joins lines', ' a\r\n\tb\u2028c\u0000d ', 'a b c d'],
    ['strips direction marks', 'a\u202egnp.exe\u2066', 'agnp.exe'],
    ['replaces a lone surrogate', 'a\ud800b', 'a\ufffdb'],
    ['keeps markup as text', '<script>alert(1)</script>', '<script>alert(1)</script>'],
    ['is cut after 200 characters', '😀'.repeat(300), '😀'.repeat(200)],
    ['is cut even when it is very long', 'a'.repeat(1_000_000), 'a'.repeat(200)],
  ])('%s', (_about, title, kept) => expect(storedPageWords({ ...nothing, title }).title).toBe(kept));

  it('may be longer in a description and is shorter in a price', () => {
    const words = storedPageWords({
      ...nothing,
      description: 'a'.repeat(2000),
      amount: '1'.repeat(99),
      currency: 'EUR',
    });
    expect([words.description?.length, words.price?.length]).toEqual([1000, 60]);
  });

  it('builds a price from an amount and its currency, but not from a currency alone', () => {
    expect(storedPageWords({ ...nothing, amount: '24.00', currency: 'EUR' }).price).toBe('24.00 EUR');
    expect(storedPageWords({ ...nothing, amount: '24', currency: null }).price).toBe('24');
    expect(storedPageWords({ ...nothing, currency: 'EUR' }).price).toBeNull();
  });
});

describe('choosing the page picture', () => {
  const isAllowed = (address: string) => address.startsWith('https:');

  it.each<[string[], string | null]>([
    [[], null],
    [['/a b.png'], 'https://shop.example/a%20b.png'],
    [['../c.png'], 'https://shop.example/c.png'],
    [['//cdn.example/d.png'], 'https://cdn.example/d.png'],
    [['http://inside/e.png', 'https://cdn.example/f.png'], 'https://cdn.example/f.png'],
    [['javascript:alert(1)', 'data:image/png;base64,aaaa', 'https://['], null],
    [[`/${'a'.repeat(2000)}`], null],
  ])('from %j', (images, picture) => expect(pictureOf(images, 'https://shop.example/b/', isAllowed)).toBe(picture));
});
