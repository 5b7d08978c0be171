// Generates the site's web fonts before a build: each face contains only the axes, weights and features that the design uses.
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

/**
 * The folder that client/fonts.css uses. The fonts for share images are in a separate folder, because the library that draws the
 * images loads every font in its folder.
 */
export const SITE_FONTS = join(import.meta.dirname, '../../.cache/site-fonts');

type Face = {
  family: string;
  file: string;
  /** Axes pinned to a value or limited to a range; all other axes are kept unchanged. */
  axes: Record<string, number | { min: number; max: number }>;
  /** Which characters of the family's Latin subset to keep; all by default. */
  characters?: RegExp;
};

const sans = { family: 'instrument-sans', file: 'instrument-sans-latin-standard-normal.woff2' };
const mono = {
  ...{ family: 'geist-mono', file: 'geist-mono-latin-wght-normal.woff2' },
  axes: { wght: { min: 400, max: 600 } },
};
/** Characters for numbers, code and most names; must match `unicode-range` in client/fonts.css. */
export const BASIC = /[\0-\xa0\xa9\xb0-\xb7\xd7\u2010-\u2215]/;

/** Faces by file name. Only posters use the condensed width, always at the same weight (client/theme.css, "display"). */
const faces: Record<string, Face> = {
  'instrument-sans': { ...sans, axes: { wdth: 100 } },
  'instrument-sans-75': { ...sans, axes: { wdth: 75, wght: 700 } },
  'geist-mono': { ...mono, characters: BASIC },
  'geist-mono-rest': { ...mono, characters: new RegExp(BASIC.source.replace('[', '[^')) },
};

/** OpenType features that browsers apply by default, and tabular figures, which the design uses. */
const FEATURES = ['ccmp', 'locl', 'rlig', 'rclt', 'calt', 'clig', 'liga', 'rvrn', 'kern', 'mark', 'mkmk', 'tnum'];

/** The characters in a family's Latin subset, from the ranges in its package: `U+0000-00FF,U+0131`. */
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
    // Replace the file atomically, in case two builds run at the same time.
    const fresh = join(SITE_FONTS, `${name}.${process.pid}`);
    writeFileSync(fresh, font);
    renameSync(fresh, join(SITE_FONTS, `${name}.woff2`));
  }
};

/** Vite plugin for the browser build. Generates the fonts first, because the stylesheets refer to their files. */
export function siteFonts(): Plugin {
  return { name: 'site-fonts', buildStart: makeFonts };
}
