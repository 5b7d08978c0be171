/** Condensed poster capitals as our own path data, so that images can show text without an installed font. */
const HEIGHT = 100;
const STEM = 17;

type Glyph = {
  readonly width: number;
  readonly path: string;
};

const bar = (x: number, y: number, w: number, h: number) => `M${x} ${y}h${w}v${h}h${-w}Z`;
/** A slanted stem with horizontal ends, from (x1, y1) to (x2, y2), measured at its left edge. */
const slant = (x1: number, y1: number, x2: number, y2: number, w = STEM + 2) =>
  `M${x1} ${y1}h${w}L${x2 + w} ${y2}h${-w}Z`;
/** A closed rounded ring. Letters with openings are built from parts instead. */
const ring = (x: number, y: number, w: number, h: number, r = 15) =>
  `${rounded(x, y, w, h, r, 1)}${rounded(x + STEM, y + 15, w - STEM * 2, h - 30, Math.max(3, r - 10), 0)}`;
/** A bowl that starts flat on the left and is round on the right (B, D, P, R). */
const bowl = (y: number, w: number, h: number) =>
  `M0 ${y}H${w - 16}Q${w} ${y} ${w} ${y + 16}V${y + h - 16}Q${w} ${y + h} ${w - 16} ${y + h}H0ZM${STEM} ${y + 15}V${y + h - 15}H${w - STEM - 4}Q${w - STEM} ${y + h - 15} ${w - STEM} ${y + h - 19}V${y + 19}Q${w - STEM} ${y + 15} ${w - STEM - 4} ${y + 15}Z`;
/** The upper or lower half of a ring, closed on one side: for the hooks of C, G, J, S, U and the digits. */
const arch = (x: number, w: number, top: number, bottom: number) =>
  `M${x} ${bottom}V${top + 15}Q${x} ${top} ${x + 15} ${top}H${x + w - 15}Q${x + w} ${top} ${x + w} ${top + 15}V${bottom}H${x + w - STEM}V${top + 20}Q${x + w - STEM} ${top + 15} ${x + w - STEM - 5} ${top + 15}H${x + STEM + 5}Q${x + STEM} ${top + 15} ${x + STEM} ${top + 20}V${bottom}Z`;
const cup = (x: number, w: number, top: number, bottom: number) =>
  `M${x} ${top}V${bottom - 15}Q${x} ${bottom} ${x + 15} ${bottom}H${x + w - 15}Q${x + w} ${bottom} ${x + w} ${bottom - 15}V${top}H${x + w - STEM}V${bottom - 20}Q${x + w - STEM} ${bottom - 15} ${x + w - STEM - 5} ${bottom - 15}H${x + STEM + 5}Q${x + STEM} ${bottom - 15} ${x + STEM} ${bottom - 20}V${top}Z`;
/** The diagonal in the middle of S and the lower diagonal of 2. */
const spine = (w: number) => `M0 30V36Q0 46 8 50L${w - STEM} 62V70H${w}V62Q${w} 52 ${w - 8} 48L${STEM} 38V30Z`;

const GLYPHS: Record<string, Glyph> = {
  A: { width: 52, path: `${slant(15, 0, 0, 100)}${slant(17, 0, 33, 100)}${bar(13, 64, 26, 14)}` },
  B: { width: 48, path: `${bowl(0, 46, 53)}${bowl(46, 48, 54)}` },
  C: { width: 47, path: `${arch(0, 47, 0, 36)}${bar(0, 30, STEM, 40)}${cup(0, 47, 64, 100)}` },
  D: { width: 48, path: bowl(0, 48, 100) },
  E: { width: 40, path: `${bar(0, 0, STEM, 100)}${bar(0, 0, 40, 15)}${bar(0, 42, 36, 15)}${bar(0, 85, 40, 15)}` },
  F: { width: 39, path: `${bar(0, 0, STEM, 100)}${bar(0, 0, 39, 15)}${bar(0, 43, 35, 15)}` },
  G: {
    width: 48,
    path: `${arch(0, 48, 0, 34)}${bar(0, 30, STEM, 40)}${cup(0, 48, 60, 100)}${bar(26, 48, 22, 14)}${bar(31, 48, STEM, 30)}`,
  },
  H: { width: 49, path: `${bar(0, 0, STEM, 100)}${bar(32, 0, STEM, 100)}${bar(10, 42, 30, 15)}` },
  I: { width: 17, path: bar(0, 0, STEM, 100) },
  J: { width: 38, path: `${bar(21, 0, STEM, 80)}${cup(0, 38, 68, 100)}` },
  K: { width: 51, path: `${bar(0, 0, STEM, 100)}${slant(31, 0, 10, 56)}${slant(15, 44, 32, 100)}` },
  L: { width: 38, path: `${bar(0, 0, STEM, 100)}${bar(0, 85, 38, 15)}` },
  M: {
    width: 64,
    path: `${bar(0, 0, STEM, 100)}${bar(47, 0, STEM, 100)}${slant(0, 0, 23, 84, 18)}${slant(46, 0, 23, 84, 18)}`,
  },
  N: { width: 50, path: `${bar(0, 0, STEM, 100)}${bar(33, 0, STEM, 100)}${slant(0, 0, 31, 100)}` },
  O: { width: 48, path: ring(0, 0, 48, 100) },
  P: { width: 46, path: `${bowl(0, 46, 58)}${bar(0, 50, STEM, 50)}` },
  Q: { width: 48, path: `${ring(0, 0, 48, 100)}${slant(20, 70, 36, 106, 15)}` },
  R: { width: 48, path: `${bowl(0, 46, 56)}${bar(0, 50, STEM, 50)}${slant(14, 50, 29, 100)}` },
  S: { width: 46, path: `${arch(0, 46, 0, 34)}${spine(46)}${cup(0, 46, 66, 100)}` },
  T: { width: 43, path: `${bar(0, 0, 43, 15)}${bar(13, 0, STEM, 100)}` },
  U: { width: 48, path: cup(0, 48, 0, 100) },
  V: { width: 51, path: `${slant(0, 0, 16, 100)}${slant(32, 0, 16, 100)}` },
  W: {
    width: 74,
    path: `${slant(0, 0, 12, 100, 18)}${slant(28, 0, 14, 100, 18)}${slant(28, 0, 43, 100, 18)}${slant(56, 0, 44, 100, 18)}`,
  },
  X: { width: 53, path: `${slant(0, 0, 34, 100)}${slant(34, 0, 0, 100)}` },
  Y: { width: 51, path: `${slant(0, 0, 16, 62)}${slant(32, 0, 16, 62)}${bar(17, 56, STEM, 44)}` },
  Z: { width: 44, path: `${bar(0, 0, 44, 15)}${bar(0, 85, 44, 15)}${slant(24, 10, 0, 92, 20)}` },
  0: { width: 47, path: ring(0, 0, 47, 100) },
  1: { width: 29, path: `${bar(12, 0, STEM, 100)}M0 14L14 0V20L0 28Z` },
  2: { width: 46, path: `${arch(0, 46, 0, 34)}M29 32H46V42Q46 48 42 54L20 85H46V100H0V86L27 47Q29 44 29 40Z` },
  3: {
    width: 46,
    path: `${arch(0, 46, 0, 30)}${bar(14, 43, 24, 14)}${bar(29, 28, STEM, 17)}${bar(29, 55, STEM, 17)}${cup(0, 46, 70, 100)}`,
  },
  4: { width: 48, path: `${bar(26, 0, STEM, 100)}${slant(20, 0, 0, 70, 17)}${bar(0, 62, 48, 15)}` },
  5: { width: 46, path: `${bar(0, 0, 43, 15)}${bar(0, 0, STEM, 52)}${arch(0, 46, 38, 72)}${cup(0, 46, 68, 100)}` },
  6: { width: 47, path: `${arch(0, 47, 0, 28)}${bar(0, 24, STEM, 50)}${ring(0, 42, 47, 58)}` },
  7: { width: 42, path: `${bar(0, 0, 42, 15)}${slant(24, 8, 8, 100)}` },
  8: { width: 47, path: `${ring(1, 0, 45, 56)}${ring(0, 44, 47, 56)}` },
  9: { width: 47, path: `${ring(0, 0, 47, 58)}${bar(30, 30, STEM, 48)}${cup(0, 47, 72, 100)}` },
  ':': { width: 17, path: `${bar(0, 26, STEM, 17)}${bar(0, 68, STEM, 17)}` },
  '.': { width: 17, path: bar(0, 83, STEM, 17) },
  '-': { width: 28, path: bar(0, 43, 28, 14) },
  '/': { width: 42, path: slant(25, 0, 0, 100, 16) },
  '+': { width: 40, path: `${bar(0, 43, 40, 14)}${bar(13, 30, 14, 40)}` },
  ' ': { width: 20, path: '' },
};

/** Width of the words at a letter height of 100, with `tracking` between letters. Unknown characters are skipped. */
export function measureWords(words: string, tracking = 8): number {
  const glyphs = glyphsOf(words);
  return glyphs.reduce((sum, glyph) => sum + glyph.width + tracking, 0) - (glyphs.length ? tracking : 0);
}

/** Text as one SVG group with its top left corner at x, y. `attributes` are set on the group, for example a fill. */
export function drawWords(
  words: string,
  x: number,
  y: number,
  height: number,
  attributes: string,
  tracking = 8,
): string {
  const scale = height / HEIGHT;
  let left = 0;
  let inner = '';
  for (const glyph of glyphsOf(words)) {
    if (glyph.path) inner += `<path transform="translate(${left} 0)" d="${glyph.path}"/>`;
    left += glyph.width + tracking;
  }
  return `<g transform="translate(${x} ${y}) scale(${scale})" ${attributes}>${inner}</g>`;
}

/** Like `drawWords`, but centred on x and scaled down to fit `maxWidth`. */
export function centreWords(
  words: string,
  x: number,
  middle: number,
  height: number,
  attributes: string,
  options: { maxWidth?: number; tracking?: number } = {},
): string {
  const { maxWidth = 1100, tracking = 8 } = options;
  const units = measureWords(words, tracking);
  const fitted = Math.min(height, (maxWidth / units) * HEIGHT);
  return drawWords(words, x - (units * fitted) / HEIGHT / 2, middle - fitted / 2, fitted, attributes, tracking);
}

function glyphsOf(words: string): Glyph[] {
  return [...words.toUpperCase()].flatMap((letter) => GLYPHS[letter] ?? []);
}

function rounded(x: number, y: number, w: number, h: number, r: number, clockwise: 0 | 1): string {
  const right = x + w;
  const bottom = y + h;
  return clockwise
    ? `M${x + r} ${y}H${right - r}Q${right} ${y} ${right} ${y + r}V${bottom - r}Q${right} ${bottom} ${right - r} ${bottom}H${x + r}Q${x} ${bottom} ${x} ${bottom - r}V${y + r}Q${x} ${y} ${x + r} ${y}Z`
    : `M${x + r} ${y}Q${x} ${y} ${x} ${y + r}V${bottom - r}Q${x} ${bottom} ${x + r} ${bottom}H${right - r}Q${right} ${bottom} ${right} ${bottom - r}V${y + r}Q${right} ${y} ${right - r} ${y}Z`;
}
