// Turns pictures from one encoding into another, with the formulas of the server's plates, as tables for a shader.
import { encodings, matrixTo } from '#contract/resources/lut-encodings.ts';
import type { EncodingName } from '#contract/resources/luts.ts';

export type Conversion = {
  /** Scene light of values from 0 to 1, evenly spaced. */
  light: Float32Array;
  /** From the light of one gamut to that of the other: column by column, as WebGL wants it. */
  gamut: Float32Array;
  /** Values of light from 0 to MOST_LIGHT, at places that `placeOf` gives. */
  values: Float32Array;
};

/** Four points for each step of 8 bits. */
const LIGHT_POINTS = 255 * 4 + 1;
/** The width of a texture that all browsers allow. */
const VALUE_POINTS = 2048;
/** All beyond is white in Rec.709, and Rec.709 itself records less than 4. */
export const MOST_LIGHT = 16;
/** Points are as dense in the shadows as the curves are steep there: logarithmic above 1 / GRAIN. */
export const GRAIN = 128;
/** White is where cameras clip: half a step of 8 bits below the value that the knee of Rec.709 never reaches. */
const MOST_VALUE = 1 - 0.5 / 255;
const BOUNDS = [-1, 512] as const;
const HALVINGS = 60;

/** The light that an encoding records as this value. */
function lightOf(encode: (light: number) => number, value: number): number {
  let [low, high] = BOUNDS as readonly [number, number];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (encode(middle) < value) low = middle;
    else high = middle;
  }
  return high;
}

const lightAt = (place: number): number => ((1 + MOST_LIGHT * GRAIN) ** place - 1) / GRAIN;

const points = (count: number, valueAt: (share: number) => number): Float32Array =>
  Float32Array.from({ length: count }, (_, i) => valueAt(i / (count - 1)));

export function conversionOf(from: EncodingName, to: EncodingName): Conversion {
  const rows = matrixTo(encodings[to].gamut, encodings[from].gamut);
  return {
    light: points(LIGHT_POINTS, (value) => lightOf(encodings[from].encode, Math.min(value, MOST_VALUE))),
    gamut: Float32Array.from([0, 1, 2].flatMap((column) => rows.map((row) => row[column] ?? 0))),
    values: points(VALUE_POINTS, (place) => encodings[to].encode(lightAt(place))),
  };
}

/** The same in GLSL, with uniforms of these names. */
export const CONVERSION = `
uniform sampler2D light;
uniform sampler2D values;
uniform mat3 gamut;

float pointOf(sampler2D table, float place) {
  int last = textureSize(table, 0).x - 1;
  float p = place * float(last);
  int low = min(int(p), last - 1);
  return mix(texelFetch(table, ivec2(low, 0), 0).r, texelFetch(table, ivec2(low + 1, 0), 0).r, p - float(low));
}

vec3 converted(vec3 before) {
  vec3 lit = gamut * vec3(pointOf(light, before.r), pointOf(light, before.g), pointOf(light, before.b));
  vec3 place = log2(1.0 + clamp(lit, 0.0, ${MOST_LIGHT}.0) * ${GRAIN}.0) / log2(1.0 + ${MOST_LIGHT * GRAIN}.0);
  return clamp(vec3(pointOf(values, place.r), pointOf(values, place.g), pointOf(values, place.b)), 0.0, 1.0);
}`;
