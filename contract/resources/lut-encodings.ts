/** How cameras and grading programs record scene light: a curve and the colours of the three channels. */

import type { EncodingName } from './luts.ts';

type Rgb = readonly [number, number, number];
/** CIE 1931 x and y of red, green, blue and white. */
type Gamut = readonly (readonly [number, number])[];
type Encoding = {
  gamut: Gamut;
  /** Encodes scene light (0.18 is mid grey, 1 a white sheet) as a value from 0 to 1. */
  encode: (light: number) => number;
};

const D65 = [0.3127, 0.329] as const;
const REC709: Gamut = [[0.64, 0.33], [0.3, 0.6], [0.15, 0.06], D65];
const log2 = Math.log2;
const log10 = Math.log10;

/** Each with the publication that defines it. */
export const encodings = {
  /** ITU-R BT.709 with a knee from 80 % on, as cameras have, because scene light goes far beyond white. */
  rec709: {
    gamut: REC709,
    encode(x) {
      const value = x < 0.018 ? 4.5 * x : 1.099 * x ** 0.45 - 0.099;
      return value < 0.8 ? value : 1 - 0.2 * Math.exp(-(value - 0.8) / 0.2);
    },
  },
  /** Sony, "Technical Summary for S-Gamut3.Cine/S-Log3 and S-Gamut3/S-Log3". */
  slog3: {
    gamut: [[0.766, 0.275], [0.225, 0.8], [0.089, -0.087], D65],
    encode: (x) =>
      (x >= 0.01125 ? 420 + log10((x + 0.01) / 0.19) * 261.5 : (x * (171.2102946929 - 95)) / 0.01125 + 95) / 1023,
  },
  /** ARRI, "ALEXA Log C Curve: Usage in VFX", EI 800; ALEXA Wide Gamut. */
  logc3: {
    gamut: [[0.684, 0.313], [0.221, 0.848], [0.0861, -0.102], D65],
    encode: (x) => (x > 0.010591 ? 0.24719 * log10(5.555556 * x + 0.052272) + 0.385537 : 5.367655 * x + 0.092809),
  },
  /** Panasonic, "V-Log/V-Gamut Reference Manual". */
  vlog: {
    gamut: [[0.73, 0.28], [0.165, 0.84], [0.1, -0.03], D65],
    encode: (x) => (x < 0.01 ? 5.6 * x + 0.125 : 0.241514 * log10(x + 0.00873) + 0.598206),
  },
  /** Canon, "Canon Log Gamma Curves: Description of Canon Log 3"; Cinema Gamut. Its light is a share of 90 % reflection. */
  clog3: {
    gamut: [[0.74, 0.27], [0.17, 1.14], [0.08, -0.1], D65],
    encode(light) {
      const x = light / 0.9;
      if (x < -0.014) return 0.12783901 - 0.36726845 * log10(1 - 14.98325 * x);
      return x <= 0.014 ? 1.9754798 * x + 0.12512219 : 0.36726845 * log10(14.98325 * x + 1) + 0.12240537;
    },
  },
  /** Fujifilm, "F-Log2 Data Sheet"; F-Gamut has the primaries of ITU-R BT.2020. */
  flog2: {
    gamut: [[0.708, 0.292], [0.17, 0.797], [0.131, 0.046], D65],
    encode: (x) => (x < 0.000889 ? 8.799461 * x + 0.092864 : 0.245281 * log10(5.555556 * x + 0.064829) + 0.384316),
  },
  /** Blackmagic Design, "DaVinci Resolve 17: Wide Gamut Intermediate". */
  davinci: {
    gamut: [[0.8, 0.313], [0.1682, 0.9877], [0.079, -0.1155], D65],
    encode: (x) => (x <= 0.00262409 ? 10.44426855 * x : (log2(x + 0.0075) + 7) * 0.07329248),
  },
  /** Academy, S-2016-001 "ACEScct"; AP1 primaries. */
  acescct: {
    gamut: [
      [0.713, 0.293],
      [0.165, 0.83],
      [0.128, 0.044],
      [0.32168, 0.33767],
    ],
    encode: (x) => (x <= 0.0078125 ? 10.5402377416545 * x + 0.0729055341958355 : (log2(x) + 9.72) / 17.52),
  },
} satisfies Record<EncodingName, Encoding>;

/** Encodes scene light with Rec.709 primaries (three numbers a pixel). Values are clipped to 0 to 1, as in a file. */
export function encodeLight(light: Float32Array, name: EncodingName): Float32Array {
  const { gamut, encode }: Encoding = encodings[name];
  const matrix = matrixTo(gamut);
  const encoded = new Float32Array(light.length);
  for (let c = 0; c < 3; c++) {
    const [red, green, blue] = matrix[c] as Rgb;
    for (let at = 0; at + 2 < light.length; at += 3) {
      const mixed = red * (light[at] as number) + green * (light[at + 1] as number) + blue * (light[at + 2] as number);
      encoded[at + c] = clipped(encode(mixed));
    }
  }
  return encoded;
}

/** Rows of the matrix from linear light of a gamut (Rec.709 if missing) to that of another; white stays white (Bradford). */
export function matrixTo(gamut: Gamut, from: Gamut = REC709): readonly [Rgb, Rgb, Rgb] {
  const adapted = product(adaptation(from[3] ?? D65, gamut[3] ?? D65), toXyz(from));
  return product(inverse(toXyz(gamut)), adapted);
}

type Matrix = readonly [Rgb, Rgb, Rgb];

const BRADFORD: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];

function toXyz(gamut: Gamut): Matrix {
  const [red, green, blue, white = [0, 0, 0] as Rgb] = gamut.map(([x, y]): Rgb => [x / y, 1, (1 - x - y) / y]);
  const columns = transposed([red, green, blue] as unknown as Matrix);
  const gains = times(inverse(columns), white);
  return columns.map((row) => row.map((value, i) => value * (gains[i] ?? 0))) as unknown as Matrix;
}

function adaptation(from: readonly [number, number], to: readonly [number, number]): Matrix {
  const [before, after] = [from, to].map(([x, y]) => times(BRADFORD, [x / y, 1, (1 - x - y) / y])) as [Rgb, Rgb];
  const scaled = BRADFORD.map((row, i) => row.map((v) => (v * (after[i] ?? 0)) / (before[i] ?? 1)));
  return product(inverse(BRADFORD), scaled as unknown as Matrix);
}

function inverse([a, b, c]: Matrix): Matrix {
  const cofactors = [cross(b, c), cross(c, a), cross(a, b)] as const;
  const determinant = dot(a, cofactors[0]);
  return transposed(cofactors).map((row) => row.map((v) => v / determinant)) as unknown as Matrix;
}

function product(left: Matrix, right: Matrix): Matrix {
  const columns = transposed(right);
  return left.map((row) => columns.map((column) => dot(row, column))) as unknown as Matrix;
}

function transposed([a, b, c]: Matrix): Matrix {
  return [
    [a[0], b[0], c[0]],
    [a[1], b[1], c[1]],
    [a[2], b[2], c[2]],
  ];
}

function times(matrix: Matrix, [x, y, z]: Rgb): Rgb {
  return matrix.map((row) => dot(row, [x, y, z])) as unknown as Rgb;
}

function cross(a: Rgb, b: Rgb): Rgb {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function dot(a: Rgb, b: Rgb): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function clipped(value: number): number {
  return Math.min(1, Math.max(0, value));
}
