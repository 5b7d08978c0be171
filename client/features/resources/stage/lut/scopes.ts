// Measures a picture as scopes do: RGB parade and vectorscope.

/** Size of the picture that is measured. */
export const MEASURED = { width: 240, height: 135 } as const;
/** The parade: three pictures beside each other, with a row for each code. */
export const PARADE = { width: 3 * MEASURED.width, height: 256 } as const;
export const VECTORS = 244;
/** Pixels in the vectorscope for a chroma of 1. */
const CHROMA_SCALE = 232;

type Rgb = readonly [number, number, number];

/** Chroma of a Rec.709 colour (0 to 1 each), as a place in the vectorscope. */
export function vectorOf([red, green, blue]: Rgb): { x: number; y: number } {
  const luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return {
    x: VECTORS / 2 + ((blue - luma) / 1.8556) * CHROMA_SCALE,
    y: VECTORS / 2 - ((red - luma) / 1.5748) * CHROMA_SCALE,
  };
}

/** Where the colours of a test pattern lie, at 75 %. */
export const TARGETS: readonly (readonly [name: string, colour: Rgb])[] = [
  ['R', [0.75, 0, 0]],
  ['Yl', [0.75, 0.75, 0]],
  ['G', [0, 0.75, 0]],
  ['Cy', [0, 0.75, 0.75]],
  ['B', [0, 0, 0.75]],
  ['Mg', [0.75, 0, 0.75]],
];

export type Scopes = {
  /** How many pixels have a code at a place of the parade. */
  parade: Uint16Array;
  vectors: Uint16Array;
  /** Lowest and highest code of red, green and blue, 0 to 255. */
  ranges: readonly (readonly [number, number])[];
};

/** @param pixels RGBA of a picture of MEASURED */
export function measureScopes(pixels: Uint8ClampedArray): Scopes {
  const parade = new Uint16Array(PARADE.width * PARADE.height);
  const vectors = new Uint16Array(VECTORS * VECTORS);
  const ranges = [0, 1, 2].map(() => [255, 0] as [number, number]);
  for (let at = 0; at < pixels.length; at += 4) {
    const column = (at / 4) % MEASURED.width;
    const colour = [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0] as const;
    for (const [channel, code] of colour.entries()) {
      const place = (255 - code) * PARADE.width + channel * MEASURED.width + column;
      parade[place] = (parade[place] ?? 0) + 1;
      const range = ranges[channel] as [number, number];
      if (code < range[0]) range[0] = code;
      if (code > range[1]) range[1] = code;
    }
    const { x, y } = vectorOf([colour[0] / 255, colour[1] / 255, colour[2] / 255]);
    const place = Math.round(y) * VECTORS + Math.round(x);
    vectors[place] = (vectors[place] ?? 0) + 1;
  }
  return { parade, vectors, ranges };
}

/** Brightness of a place with this many pixels: logarithmic, so that single pixels are seen beside large areas. */
export function glow(count: number, full: number): number {
  return count === 0 ? 0 : Math.min(1, 0.25 + (0.75 * Math.log(count)) / Math.log(full));
}
