/** Head and shoulders against city bokeh; the base image for portrait looks and lower thirds. */

import { blur } from '#demo/art/bloom.ts';
import { type Canvas, drawSvg, shadeSoftly, shineSvg } from '#demo/art/canvas.ts';
import { hex, mixRgb, oklch } from '#demo/art/colour.ts';
import { between, createRandom } from '#demo/art/random.ts';
import type { Shot } from '#demo/art/shot.ts';
import { circle, linear, n, radial, rect } from '#demo/art/svg.ts';

/** A back wall with soft lamps and one person with a rim light. `offset` moves the person by a fraction of the width. */
export async function paintDoorPortrait(shot: Shot, offset = 0.08): Promise<Canvas> {
  const { hue, t } = shot;
  const random = createRandom(shot.seed + 5);
  const wall = oklch(0.3, 0.07, hue + 190);
  const warm = oklch(0.56, 0.13, hue + 10);
  let back = shadeSoftly(shot.width, shot.height, (x, y, out) => {
    const side = Math.exp(-((x - 0.25) ** 2) * 2.2 - (y - 0.35) ** 2 * 2);
    out.set(mixRgb(wall, warm, side * 0.9));
    for (let c = 0; c < 3; c++) out[c] = (out[c] as number) * (1 - y * 0.45);
  });
  let lamps = '';
  for (let i = 0; i < 26; i++) {
    const r = between(random, 14, 62);
    const x = between(random, 0, 1280) + t * 30;
    const colour = hex(between(random, 0.6, 0.85), 0.15, hue + (random() < 0.6 ? between(random, 0, 50) : 200));
    lamps += circle(x, between(random, 20, 460), r, `fill="${colour}" opacity="${n(between(random, 0.12, 0.6))}"`);
  }
  await shineSvg(back, lamps, 1.1);
  back = blur(back, shot.height * 0.008);
  const x = 640 + offset * 1280 + Math.sin(t * Math.PI * 2) * 8;
  const skin = hex(0.46, 0.075, 50);
  const lit = hex(0.8, 0.09, 55);
  const hair = hex(0.2, 0.03, hue + 20);
  const cloth = hex(0.3, 0.06, hue + 200);
  const clothLit = hex(0.52, 0.1, hue + 205);
  const defs = `<defs>${linear(
    'skin',
    [
      [0, lit],
      [0.42, skin],
      [1, hex(0.27, 0.06, 35)],
    ],
    [0, 0.2, 1, 0.4],
  )}${linear(
    'cloth',
    [
      [0, clothLit],
      [0.5, cloth],
      [1, hex(0.16, 0.04, hue + 210)],
    ],
    [0, 0, 1, 0.3],
  )}${radial('rim', [
    [0, lit, 0.9],
    [1, lit, 0],
  ])}</defs>`;
  const body = `<path d="M-330 460C-320 300-250 236-120 196L-62 168C-30 190 40 190 68 168L124 196C250 236 322 300 332 460Z" fill="url(#cloth)"/><path d="M-64 172C-58 140-58 120-60 84H64C62 120 64 140 70 172C40 216-30 216-64 172Z" fill="${hex(0.36, 0.07, 42)}"/>`;
  const head = `<path d="M-104-60C-112-160-66-214 4-214C80-214 116-158 108-58C104 10 70 108 4 108C-62 108-100 14-104-60Z" fill="url(#skin)"/><path d="M-112-44C-142-190-72-262 14-258C110-256 146-176 118-40C112-86 104-120 74-146C20-128-52-132-84-146C-102-118-108-86-112-44Z" fill="${hair}"/>`;
  const face = `<g fill="none" stroke="${hex(0.24, 0.05, 35)}" stroke-linecap="round"><path d="M-66-62q24-16 50-2M26-64q26-14 50 2" stroke-width="9"/><path d="M-58-36q18-10 36 0M32-36q18-10 36 0" stroke-width="7"/><path d="M2-40c-2 26-16 40-12 50 6 6 14 6 22 4" stroke-width="5" opacity=".6"/><path d="M-30 52q32 16 62-2" stroke-width="8"/></g><path d="M-104-60C-106-160-60-206-30-210C-84-150-84 40-20 104C-70 88-100 0-104-60Z" fill="${lit}" opacity=".5"/>`;
  await drawSvg(back, `${defs}<g transform="translate(${n(x)} 360)">${body}${head}${face}</g>`);
  await shineSvg(back, rect(0, 0, 1280, 720, `fill="${hex(0.5, 0.12, hue + 20)}" opacity=".05"`));
  return back;
}
