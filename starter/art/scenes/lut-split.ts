/** The same plate ungraded and graded, with the wipe handle of a grading suite between. */
import { bloom } from '../bloom.ts';
import { type Canvas, drawSvg, shadeCanvas } from '../canvas.ts';
import { ASPECT, type Scene, type Shot } from '../shot.ts';
import { n } from '../svg.ts';
import { paintLandscape } from './landscape.ts';
import { paintDoorPortrait } from './portrait.ts';

async function paint(shot: Shot): Promise<Canvas> {
  const portrait = shot.text === 'PORTRAIT';
  const graded = portrait ? await paintDoorPortrait(shot) : paintLandscape(shot, 1.12);
  bloom(graded, 0.5, 0.06, 0.75);
  const wipe = ASPECT * (0.5 + Math.sin((shot.t - 0.38) * Math.PI * 2) * 0.32);
  const { width, height } = shot;
  const canvas = shadeCanvas(width, height, (x, y, out) => {
    const at = (Math.floor(y * height) * width + Math.min(width - 1, Math.floor(x * height))) * 3;
    const red = graded.light[at] as number;
    const green = graded.light[at + 1] as number;
    const blue = graded.light[at + 2] as number;
    if (x > wipe) {
      out[0] = red;
      out[1] = green;
      out[2] = blue;
      return;
    }
    const grey = red * 0.32 + green * 0.56 + blue * 0.12;
    out[0] = flat(grey + (red - grey) * 0.2);
    out[1] = flat(grey + (green - grey) * 0.2);
    out[2] = flat(grey + (blue - grey) * 0.2);
  });
  const x = (wipe / ASPECT) * 1280;
  await drawSvg(
    canvas,
    `<rect x="${n(x - 7)}" width="14" height="720" fill="#000" opacity=".16"/><rect x="${n(x - 2)}" width="4" height="720" fill="#fff"/><circle cx="${n(x)}" cy="362" r="34" fill="#000" opacity=".28"/><circle cx="${n(x)}" cy="360" r="30" fill="#fff"/><path d="M${n(x - 9)} 348l-12 12 12 12M${n(x + 9)} 348l12 12-12 12" fill="none" stroke="#15161a" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>`,
    1.25,
  );
  return canvas;
}

/** Log footage: lifted blacks, held-back whites. */
function flat(v: number): number {
  return 0.075 + 0.42 * (v / (v + 0.55)) * 1.2;
}

export const lutSplit: Scene = { detail: 0.6, paint };
