/** Colours are chosen in OKLCH, like the design tokens, and drawn as sRGB hex in SVG or linear light on a canvas. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** OKLCH to linear-light sRGB, clipped to [0, 1]. Lightness 0 to 1, chroma about 0 to 0.37, hue in degrees. */
export function oklch(lightness: number, chroma: number, hue: number): Rgb {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    clip(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    clip(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    clip(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** The same colour as `#rrggbb`, for use in SVG, because librsvg does not support oklch(). */
export function hex(lightness: number, chroma: number, hue: number): string {
  const parts = oklch(lightness, chroma, hue).map((v) => Math.round(toSrgb(v) * 255));
  return `#${parts.map((v) => v.toString(16).padStart(2, '0')).join('')}`;
}

/** Converts a linear-light value to the sRGB curve. Both values range from 0 to 1. */
export function toSrgb(v: number): number {
  return v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055;
}

/** Converts an sRGB-encoded value to linear light. Both values range from 0 to 1. */
export function toLinear(v: number): number {
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
}

export const BLACK: Rgb = [0, 0, 0];

/** Mixes two colours in linear light; `amount` is 0 to 1. */
export function mixRgb(from: Rgb, to: Rgb, amount: number): Rgb {
  return [
    from[0] + (to[0] - from[0]) * amount,
    from[1] + (to[1] - from[1]) * amount,
    from[2] + (to[2] - from[2]) * amount,
  ];
}

/** Scales a colour's brightness. Results above 1 bloom. */
export function scaleRgb(colour: Rgb, gain: number): Rgb {
  return [colour[0] * gain, colour[1] * gain, colour[2] * gain];
}

function clip(v: number): number {
  return Math.min(1, Math.max(0, v));
}
