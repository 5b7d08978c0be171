import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decompress } from 'wawoff2';
import { BASIC, latinOf, SITE_FONTS } from './site-fonts.ts';

/** Tables of a built font by name. */
const tablesOf = async (name: string): Promise<Map<string, Buffer>> => {
  const font = Buffer.from(await decompress(readFileSync(join(SITE_FONTS, `${name}.woff2`))));
  const entries = Array.from({ length: font.readUInt16BE(4) }, (_, index): [string, Buffer] => {
    const at = 12 + 16 * index;
    const start = font.readUInt32BE(at + 8);
    return [font.toString('latin1', at, at + 4), font.subarray(start, start + font.readUInt32BE(at + 12))];
  });
  return new Map(entries);
};

/** Variation axes of a built font with their ranges. */
const axesOf = async (name: string): Promise<Record<string, [number, number]>> => {
  const table = (await tablesOf(name)).get('fvar');
  if (!table) return {};
  const axes = Array.from({ length: table.readUInt16BE(8) }, (_, index): [string, [number, number]] => {
    const at = table.readUInt16BE(4) + index * table.readUInt16BE(10);
    return [
      table.toString('latin1', at, at + 4),
      [table.readInt32BE(at + 4) / 65536, table.readInt32BE(at + 12) / 65536],
    ];
  });
  return Object.fromEntries(axes);
};

describe('the site fonts', () => {
  it('have the axes that the design uses', async () => {
    expect(await axesOf('instrument-sans')).toEqual({ wght: [400, 700] });
    expect(await axesOf('instrument-sans-75')).toEqual({});
    expect(await axesOf('geist-mono')).toEqual({ wght: [400, 600] });
    expect(await axesOf('geist-mono-rest')).toEqual({ wght: [400, 600] });
  });

  it('have a unicode-range that matches their characters', () => {
    const css = readFileSync(new URL('../../client/fonts.css', import.meta.url), 'utf8');
    const [rest = [], basic = []] = [...css.matchAll(/unicode-range: ([^;]+);/g)].map(([, ranges = '']) =>
      ranges.split(', ').map((range) =>
        range
          .slice(2)
          .split('-')
          .map((digits) => Number.parseInt(digits, 16)),
      ),
    );
    const isIn = (ranges: number[][], character: string): boolean =>
      ranges.some(([first = NaN, last = first]) => {
        const point = character.codePointAt(0) ?? NaN;
        return first <= point && point <= last;
      });
    const latin = latinOf('geist-mono');
    expect(latin.length).toBeGreaterThan(200);
    for (const character of latin.filter((one) => one !== '\ufeff' && one !== '\ufffd')) {
      const name = `U+${character.codePointAt(0)?.toString(16)}`;
      expect(isIn(basic, character), name).toBe(BASIC.test(character));
      expect(isIn(basic, character) || isIn(rest, character), name).toBe(true);
    }
  });
});
