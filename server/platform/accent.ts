// The accent colour that an administrator has chosen, with its lightness adjusted to be readable in both themes.

type Oklch = { lightness: number; chroma: number; hue: number };
type Rgb = readonly [number, number, number];

/** For each theme: backgrounds of accent-coloured text, and the colour of text on the accent (client/app.css). */
const themes = {
  dark: {
    grounds: ['0.15 0.004 270', '0.19 0.005 270', '0.235 0.006 270', '0.12 0.004 270'],
    onLabel: '0.17 0.02 60',
    step: 1,
  },
  light: {
    grounds: ['0.972 0.003 90', '0.995 0.001 90', '0.94 0.004 90', '0.95 0.004 90'],
    onLabel: '1 0 0',
    step: -1,
  },
} as const;
export type ThemeName = keyof typeof themes;

const READABLE = 4.5;
const STEPS = 400;

const toLinear = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

/** Linear RGB channels of `#rrggbb`. */
const readHex = (hex: string): Rgb => {
  const part = (from: number) => toLinear(Number.parseInt(hex.slice(from, from + 2), 16) / 255);
  return [part(1), part(3), part(5)];
};

/** Converts to polar coordinates in Björn Ottosson's OKLab, the colour space of the design tokens. */
const toOklch = ([red, green, blue]: Rgb): Oklch => {
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return {
    lightness: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    chroma: Math.hypot(a, b),
    hue: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360,
  };
};

const toLinearRgb = ({ lightness, chroma, hue }: Oklch): Rgb => {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
};

const isShown = (rgb: Rgb): boolean => rgb.every((value) => value > -0.0005 && value < 1.0005);

/** Reduces the chroma until the colour is in the sRGB gamut, because clipping would shift the hue. */
const within = (colour: Oklch): Oklch => {
  if (isShown(toLinearRgb(colour))) return colour;
  let [low, high] = [0, colour.chroma];
  for (let turn = 0; turn < 16; turn += 1) {
    const chroma = (low + high) / 2;
    if (isShown(toLinearRgb({ ...colour, chroma }))) low = chroma;
    else high = chroma;
  }
  return { ...colour, chroma: low };
};

/** Relative luminance (WCAG 2.2). */
const luminanceOf = (rgb: Rgb): number => {
  const [red, green, blue] = rgb.map((value) => Math.min(1, Math.max(0, value))) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

const contrast = (one: number, other: number): number => (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

const luminanceOfToken = (token: string): number => {
  const [lightness = 0, chroma = 0, hue = 0] = token.split(' ').map(Number);
  return luminanceOf(toLinearRgb({ lightness, chroma, hue }));
};

const textOf = ({ lightness, chroma, hue }: Oklch): string =>
  `oklch(${lightness.toFixed(3)} ${chroma.toFixed(4)} ${hue.toFixed(1)})`;

/**
 * A theme's accent for `#rrggbb`: the same hue, at the nearest lightness that is readable as text on every background and as the
 * background of filled labels.
 */
export function accentIn(theme: ThemeName, hex: string): string {
  const { grounds, onLabel, step } = themes[theme];
  const others = [...grounds, onLabel].map(luminanceOfToken);
  const chosen = toOklch(readHex(hex));
  // Rounds before checking the contrast, so that the checked value is the one that is written.
  for (let turn = 0; turn <= STEPS; turn += 1) {
    const lightness = Math.min(1, Math.max(0, Number((chosen.lightness + (step * turn) / STEPS).toFixed(3))));
    const colour = within({ ...chosen, lightness });
    const luminance = luminanceOf(toLinearRgb(colour));
    if (others.every((other) => contrast(luminance, other) >= READABLE + 0.05)) return textOf(colour);
  }
  throw new Error(`no accent of ${hex} can be read in the ${theme} theme`);
}

/** Style sheet that applies the accent. It is outside all cascade layers, so it overrides the site's own styles. */
export function accentStyles(hex: string): string {
  const [dark, light] = [accentIn('dark', hex), accentIn('light', hex)];
  return [
    `:root,[data-theme="dark"]{--tally:${dark}}`,
    `[data-theme="light"]{--tally:${light}}`,
    '@media (prefers-color-scheme:light){',
    `:root:is(:not([data-theme]),[data-theme="system"]){--tally:${light}}`,
    '}',
    '',
  ].join('\n');
}
