import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('../app.css', import.meta.url), 'utf8');

type Tokens = Record<string, string>;

/** Custom properties declared in the first rule that starts with `selector`. */
function tokensOf(selector: string): Tokens {
  const from = css.indexOf(selector);
  const body = css.slice(css.indexOf('{', from) + 1, css.indexOf('}', from));
  return Object.fromEntries([...body.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]));
}

const DARK = tokensOf(':root,\n  [data-theme="dark"] {');
const LIGHT = tokensOf('[data-theme="light"] {');
const SYSTEM_LIGHT = tokensOf(':root:is(:not([data-theme]), [data-theme="system"]) {');

/** Relative luminance (WCAG 2.2) of `oklch(L C H)`, computed via OKLab and linear sRGB. */
function luminance(colour: string): number {
  const [l = 0, c = 0, h = 0] = (colour.match(/oklch\(([^)]+)\)/)?.[1] ?? '').split(' ').map(Number);
  const a = c * Math.cos((h * Math.PI) / 180);
  const b = c * Math.sin((h * Math.PI) / 180);
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const clip = (value: number) => Math.min(1, Math.max(0, value));
  const red = clip(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short);
  const green = clip(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short);
  const blue = clip(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

const THEMES: [string, Tokens][] = [
  ['dark', DARK],
  ['light', LIGHT],
];
const LABELS = ['tally', 'tungsten', 'daylight', 'scope', 'clip', 'iris'];

describe.each(THEMES)('the %s theme', (_, tokens) => {
  const token = (name: string) => tokens[name] ?? '';

  it.each(['fg', 'muted', ...LABELS])('has enough contrast for %s on the page and on panels', (name) => {
    expect(contrast(token(name), token('bg'))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(token(name), token('surface'))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['fg', 'muted'])('has enough contrast for %s on sunken and raised surfaces', (name) => {
    expect(contrast(token(name), token('sunken'))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(token(name), token('raised'))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(LABELS)('has enough contrast for text on a filled %s', (name) => {
    expect(contrast(token('on-label'), token(name))).toBeGreaterThanOrEqual(4.5);
  });

  it('has enough contrast for the primary button, control borders and the focus ring', () => {
    expect(contrast(token('on-paper'), token('paper'))).toBeGreaterThanOrEqual(7);
    expect(contrast(token('line-strong'), token('bg'))).toBeGreaterThanOrEqual(3);
    expect(contrast(token('daylight'), token('bg'))).toBeGreaterThanOrEqual(3);
  });
});

it('uses the same light colours for the system theme and the light theme', () => {
  expect(Object.keys(LIGHT).sort()).toEqual(Object.keys(DARK).sort());
  expect(SYSTEM_LIGHT).toEqual(LIGHT);
});

it('changes only colours between themes, so screens need full checks in one theme only', () => {
  const blocks = [...css.matchAll(/^([^{};]*data-theme[^{};]*)\{([^{}]*)\}/gm)].map(([, , body]) => body ?? '');
  expect(blocks.length).toBeGreaterThanOrEqual(4);
  const declared = blocks.flatMap((body) => [...body.matchAll(/([\w-]+):/g)].map(([, name]) => name ?? ''));
  expect(declared.filter((name) => !/^--|^color(-scheme)?$/.test(name))).toEqual([]);
});
