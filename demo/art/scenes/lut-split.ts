/** The same image ungraded and graded, split by the wipe handle of a grading tool, or just one of the two sides. */
import { bloom } from '#demo/art/bloom.ts';
import { type Canvas, drawSvg, shadeCanvas } from '#demo/art/canvas.ts';
import { ASPECT, type Scene, type Shot } from '#demo/art/shot.ts';
import { n } from '#demo/art/svg.ts';
import { alley } from './alley.ts';
import { paintLandscape } from './landscape.ts';
import { paintDoorPortrait } from './portrait.ts';
import { skyline } from './skyline.ts';

/** Base image of each shot, keyed by the shot's text; the landscape if a shot has none. */
const PLATES: Record<string, (shot: Shot) => Promise<Canvas>> = {
  PORTRAIT: async (shot) => bloomed(await paintDoorPortrait(shot)),
  ALLEY: (shot) => alley.paint({ ...shot, text: '' }),
  STREET: (shot) => skyline.paint({ ...shot, text: '' }),
};
/** The base image whose graded side is black and white. */
const MONO = 'STREET';

async function paint(shot: Shot): Promise<Canvas> {
  const plate = PLATES[shot.text];
  const graded = plate ? await plate(shot) : bloomed(paintLandscape(shot, 1.12));
  const mono = shot.text === MONO;
  const wipe = shot.side === undefined ? ASPECT / 2 : shot.side === 'before' ? ASPECT : 0;
  const { width, height } = shot;
  const canvas = shadeCanvas(width, height, (x, y, out) => {
    const at = (Math.floor(y * height) * width + Math.min(width - 1, Math.floor(x * height))) * 3;
    const red = graded.light[at] as number;
    const green = graded.light[at + 1] as number;
    const blue = graded.light[at + 2] as number;
    const grey = red * 0.32 + green * 0.56 + blue * 0.12;
    if (x > wipe) {
      out[0] = mono ? silver(grey) : red;
      out[1] = mono ? silver(grey) : green;
      out[2] = mono ? silver(grey) : blue;
      return;
    }
    const chroma = mono ? 0.7 : 0.2;
    out[0] = flat(grey + (red - grey) * chroma);
    out[1] = flat(grey + (green - grey) * chroma);
    out[2] = flat(grey + (blue - grey) * chroma);
  });
  if (shot.side !== undefined) return canvas;
  const x = (wipe / ASPECT) * 1280;
  await drawSvg(
    canvas,
    `<rect x="${n(x - 7)}" width="14" height="720" fill="#000" opacity=".16"/><rect x="${n(x - 2)}" width="4" height="720" fill="#fff"/><circle cx="${n(x)}" cy="362" r="34" fill="#000" opacity=".28"/><circle cx="${n(x)}" cy="360" r="30" fill="#fff"/><path d="M${n(x - 9)} 348l-12 12 12 12M${n(x + 9)} 348l12 12-12 12" fill="none" stroke="#15161a" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>`,
    1.25,
  );
  return canvas;
}

function bloomed(canvas: Canvas): Canvas {
  bloom(canvas, 0.5, 0.06, 0.75);
  return canvas;
}

/** Tone curve for black and white with deep blacks. */
function silver(v: number): number {
  return 1.5 * v ** 1.25;
}

/** Tone curve for log footage: lifted blacks and muted whites. */
function flat(v: number): number {
  return 0.075 + 0.42 * (v / (v + 0.55)) * 1.2;
}

export const lutSplit: Scene = { detail: 0.6, paint, sides: 'lut' };
