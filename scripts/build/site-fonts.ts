// The fonts that visitors are sent, made before a build: of each face the axes, weights and features that the design uses.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);
const families: Record<string, string> = {
  'instrument-sans': dirname(require.resolve('@fontsource-variable/instrument-sans/package.json')),
  'geist-mono': dirname(require.resolve('@fontsource-variable/geist-mono/package.json')),
};
const read = (family: string, path: string): Buffer => readFileSync(join(families[family] ?? '', path));

/** Where client/fonts.css looks for them. The fonts of share pictures are in another folder: their library reads all of it. */
export const SITE_FONTS = join(import.meta.dirname, '../../.cache/site-fonts');

type Face = {
  family: string;
  file: string;
  /** An axis at one place, or from one to another; others stay whole. */
  axes: Record<string, number | { min: number; max: number }>;
  /** Characters of the family's Latin part; without it, all of them. */
  characters?: RegExp;
};

const sans = { family: 'instrument-sans', file: 'instrument-sans-latin-standard-normal.woff2' };
const mono = {
  ...{ family: 'geist-mono', file: 'geist-mono-latin-wght-normal.woff2' },
  axes: { wght: { min: 400, max: 600 } },
};
/** What figures, code and most names are made of; the `unicode-range` in client/fonts.css says the same. */
export const BASIC = /[\0-\xa0\xa9\xb0-\xb7\xd7\u2010-\u2215]/;

/** By the names of their files. Only posters are condensed, and always at one weight (client/theme.css, "display"). */
const faces: Record<string, Face> = {
  'instrument-sans': { ...sans, axes: { wdth: 100 } },
  'instrument-sans-75': { ...sans, axes: { wdth: 75, wght: 700 } },
  'geist-mono': { ...mono, characters: BASIC },
  'geist-mono-rest': { ...mono, characters: new RegExp(BASIC.source.replace('[', '[^')) },
};

/** What browsers apply without being asked, and figures of one width, which the design asks for. */
const FEATURES = ['ccmp', 'locl', 'rlig', 'rclt', 'calt', 'clig', 'liga', 'rvrn', 'kern', 'mark', 'mkmk', 'tnum'];

/** The characters of a family's Latin part, as its package lists them: `U+0000-00FF,U+0131`. */
export function latinOf(family: string): string[] {
  const { latin } = JSON.parse(read(family, 'unicode.json').toString()) as { latin: string };
  return latin.split(',').flatMap((part) => {
    const [first = NaN, last = first] = part
      .slice(2)
      .split('-')
      .map((digits) => Number.parseInt(digits, 16));
    return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
  });
}

const makeFonts = async (): Promise<void> => {
  mkdirSync(SITE_FONTS, { recursive: true });
  for (const [name, { family, file, axes, characters }] of Object.entries(faces)) {
    const text = latinOf(family).filter((character) => characters?.test(character) ?? true);
    const font = await subsetFont(read(family, join('files', file)), text.join(''), {
      targetFormat: 'woff2',
      variationAxes: axes,
      keepFeatures: FEATURES,
    });
    // Never half of one, should two builds make them at once.
    const fresh = join(SITE_FONTS, `${name}.${process.pid}`);
    writeFileSync(fresh, font);
    renameSync(fresh, join(SITE_FONTS, `${name}.woff2`));
  }
};

/** For the browser's build: style sheets that name a font need its file. */
export function siteFonts(): Plugin {
  return { name: 'site-fonts', buildStart: makeFonts };
}
