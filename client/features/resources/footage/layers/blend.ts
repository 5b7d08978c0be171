// Blend modes on encoded values, as editors compute them by default. The drawer computes the same in the shader; no DOM.

export const BLEND_MODES = ['normal', 'screen', 'add', 'multiply', 'overlay', 'soft-light'] as const;
export type BlendMode = (typeof BLEND_MODES)[number];
export const BLEND_LABELS: Record<BlendMode, string> = {
  normal: 'Normal',
  screen: 'Screen',
  add: 'Add',
  multiply: 'Multiply',
  overlay: 'Overlay',
  'soft-light': 'Soft light',
};

const softLight = (base: number, layer: number): number => {
  if (layer <= 0.5) return base - (1 - 2 * layer) * base * (1 - base);
  const lit = base <= 0.25 ? ((16 * base - 12) * base + 4) * base : Math.sqrt(base);
  return base + (2 * layer - 1) * (lit - base);
};

/** One channel of a layer over one of the base, without opacity. All values are 0 to 1. Soft light is that of the W3C. */
export function blendChannel(mode: BlendMode, base: number, layer: number): number {
  if (mode === 'normal') return layer;
  if (mode === 'screen') return 1 - (1 - base) * (1 - layer);
  if (mode === 'add') return Math.min(1, base + layer);
  if (mode === 'multiply') return base * layer;
  if (mode === 'overlay') return base < 0.5 ? 2 * base * layer : 1 - 2 * (1 - base) * (1 - layer);
  return softLight(base, layer);
}

/** Red, green and blue of 0 to 255. */
export type Colour = readonly [red: number, green: number, blue: number];

/** A colour with `alpha` over another one. `layer` is not multiplied by its alpha; alpha and opacity are 0 to 1. */
export function blendColour(mode: BlendMode, base: Colour, layer: Colour, { alpha = 1, opacity = 1 } = {}): Colour {
  const share = alpha * opacity;
  const one = (at: 0 | 1 | 2): number => {
    const under = base[at] / 255;
    return 255 * (under + (blendChannel(mode, under, layer[at] / 255) - under) * share);
  };
  return [one(0), one(1), one(2)];
}

/** Luma of a colour in the range of its channels (Rec. 709 weights on encoded values). */
export function lumaOf([red, green, blue]: Colour): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** A colour on the way from one to another. `share` is 0 to 1. */
export function mixColour(from: Colour, to: Colour, share: number): Colour {
  const one = (at: 0 | 1 | 2) => from[at] + (to[at] - from[at]) * share;
  return [one(0), one(1), one(2)];
}
