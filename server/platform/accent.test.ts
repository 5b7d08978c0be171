import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { accentIn, accentStyles } from './accent.ts';

const css = readFileSync(new URL('../../client/app.css', import.meta.url), 'utf8');

/** Value of a design token in the first rule that starts with the selector. */
const token = (selector: string, name: string): string => {
  const rule = css.slice(css.indexOf(selector));
  return new RegExp(`--${name}: oklch\\(([^)]+)\\)`).exec(rule)?.[1] ?? '';
};
const selectors = { dark: ':root,\n  [data-theme="dark"] {', light: '[data-theme="light"] {' };

/** Relative luminance of `L C H`. Implemented independently of accent.ts, so that a mistake in either one is noticed. */
const luminance = (colour: string): number => {
  const [l = 0, c = 0, h = 0] = colour.split(' ').map(Number);
  const [a, b] = [c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)];
  const [long, medium, short] = [
    (l + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (l - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (l - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ];
  const clip = (value: number) => Math.min(1, Math.max(0, value));
  return (
    0.2126 * clip(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short) +
    0.7152 * clip(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short) +
    0.0722 * clip(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short)
  );
};
const contrast = (one: string, other: string): number => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
};
const partsOf = (colour: string): string => /^oklch\((.+)\)$/.exec(colour)?.[1] ?? '';
const hueOf = (colour: string): number => Number(partsOf(colour).split(' ')[2]);

/** Every combination of eight levels per channel. */
const colours = [0, 36, 73, 109, 146, 182, 219, 255].flatMap((red, _, all) =>
  all.flatMap((green) =>
    all.map((blue) => `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`),
  ),
);

describe.each(['dark', 'light'] as const)('an accent in the %s theme', (theme) => {
  it('is readable on every background and behind label text, for any chosen colour', () => {
    const grounds = ['bg', 'surface', 'sunken', 'raised', 'on-label'].map((name) => token(selectors[theme], name));
    expect(grounds.every((ground) => ground !== '')).toBe(true);
    const poor = colours.filter((hex) => {
      const accent = partsOf(accentIn(theme, hex));
      return grounds.some((ground) => contrast(accent, ground) < 4.5);
    });
    expect(colours).toHaveLength(512);
    expect(poor).toEqual([]);
  });

  it.each([
    ['#ff0000', 29.2],
    ['#00ff00', 142.5],
    ['#0000ff', 264.1],
    ['#ffff00', 109.8],
  ])('keeps the hue of %s', (hex, hue) => {
    expect(Math.abs(hueOf(accentIn(theme, hex)) - hue)).toBeLessThan(0.2);
  });
});

it('keeps the chosen accent where it is readable', () => {
  expect(accentIn('dark', '#ffa500')).toMatch(/^oklch\(0\.793 /);
  expect(accentIn('light', '#0000aa')).toMatch(/^oklch\(0\.3/);
});

it('writes a style sheet with one custom property for each of the three ways to choose a theme', () => {
  const styles = accentStyles('#3366cc');
  expect(styles.match(/--[a-z-]+:/g)).toEqual(['--tally:', '--tally:', '--tally:']);
  expect(styles).toContain(`:root,[data-theme="dark"]{--tally:${accentIn('dark', '#3366cc')}}`);
  expect(styles.split(accentIn('light', '#3366cc'))).toHaveLength(3);
});
