// Design of share images: the shapes drawn between picture and text, in the colours of the dark theme (design tokens).
import { SHARE_CARD_SIZE } from '#contract/seo/og-images.ts';

export const { width: WIDTH, height: HEIGHT } = SHARE_CARD_SIZE;

const INK = '#0a0b0d';
export const FOREGROUND = '#f4f3f1';
export const MUTED = '#c3c5c9';
const TALLY = '#ff673d';
export const TUNGSTEN = '#f6c159';

export const MARGIN = 72;
/** Bottom edge of the title; the lines below it are drawn between this and the ruler. */
export const TITLE_BOTTOM = 490;
export const LINE_TOP = 530;
const RULER_TOP = 596;
const PLAYHEAD = 1000;

export const AVATAR = { size: 220, left: MARGIN, top: 340 } as const;

/** The site's H logo, 26 units wide. */
const mark = (accent: string): string =>
  `<path d="M2 2h7v22H2ZM17 2h7v22h-7Z" fill="#fff"/><path d="M9 20.4V14.6L17 5.6V11.4Z" fill="${accent}"/>`;

const ruler = (accent: string): string => {
  const ticks = Array.from({ length: 49 }, (_, place) => `M${place * 25}.5 ${HEIGHT}v-${place % 4 === 0 ? 22 : 11}`);
  return `<path d="${ticks.join('')}" stroke="#fff" stroke-opacity=".42" stroke-width="2"/>
    <path d="M${PLAYHEAD} ${RULER_TOP - 10}V${HEIGHT}" stroke="${accent}" stroke-width="4"/>
    <path d="M${PLAYHEAD - 11} ${RULER_TOP - 22}h22v9l-11 11-11-11Z" fill="${accent}"/>`;
};

const TRACKS = { tops: [150, 222, 294], height: 60, gap: 28 } as const;

/** Draws clips on up to three tracks. The clips are derived from `seed`; tracks too close to the text are left out. */
const tracks = (seed: string, wordsTop: number): string => {
  let state = [...seed].reduce((sum, letter) => (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) >>> 0, 7);
  const draw = (most: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state / 2 ** 32) * most;
  };
  return TRACKS.tops
    .filter((top) => top + TRACKS.height + TRACKS.gap <= wordsTop)
    .map((top) => {
      const clips: string[] = [];
      for (let left = -draw(180); left < WIDTH; ) {
        const length = 90 + draw(260);
        const tone = draw(1) < 0.3 ? '#1d1e21' : '#141518';
        if (draw(1) < 0.82)
          clips.push(
            `<rect x="${left.toFixed(0)}" y="${top}" width="${length.toFixed(0)}" height="${TRACKS.height}" rx="6" fill="${tone}"/>`,
          );
        left += length + 8;
      }
      return clips.join('');
    })
    .join('');
};

const svg = (content: string): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${content}</svg>`);

/** Background when there is no picture; `wordsTop` is where the text begins, in pixels from the top. */
export function ground(seed: string, wordsTop: number): Buffer {
  return svg(`<rect width="${WIDTH}" height="${HEIGHT}" fill="${INK}"/>${tracks(seed, wordsTop)}`);
}

/** Gradient that keeps the text readable on any picture. */
const shade = `<defs><linearGradient id="a" x1="0" y1="1" x2="0" y2="0"><stop offset="0" stop-color="${INK}" stop-opacity=".95"/>
  <stop offset=".55" stop-color="${INK}" stop-opacity=".5"/><stop offset="1" stop-color="${INK}" stop-opacity=".14"/></linearGradient>
  <linearGradient id="b" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="${INK}" stop-opacity=".5"/>
  <stop offset=".8" stop-color="${INK}" stop-opacity="0"/></linearGradient></defs>
  <rect width="${WIDTH}" height="${HEIGHT}" fill="url(#a)"/><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#b)"/>`;

/**
 * Logo, ruler, and the frame of the Premium label; `premiumWidth` is the width of its text in pixels, or null if there is no
 * label.
 */
export function shapes(options: { accent: string | null; shaded: boolean; premiumWidth: number | null }): Buffer {
  const accent = options.accent ?? TALLY;
  const label =
    options.premiumWidth === null
      ? ''
      : `<rect x="${WIDTH - MARGIN - options.premiumWidth - 36}" y="62" width="${options.premiumWidth + 36}" height="50" rx="6" fill="${INK}" fill-opacity=".82" stroke="${TUNGSTEN}" stroke-width="2"/>`;
  return svg(
    `${options.shaded ? shade : ''}${ruler(accent)}<g transform="translate(${MARGIN - 4} 62) scale(1.9)">${mark(accent)}</g>${label}`,
  );
}

/** Mask that crops a picture to a circle. */
export function circle(size: number): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"><circle cx="${size / 2}" cy="${size / 2}" r="${size / 2}"/></svg>`,
  );
}
