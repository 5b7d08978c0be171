/** Rotating frames of light receding to a vanishing point. */
import { bloom } from '#demo/art/bloom.ts';
import { type Canvas, drawSvg, shadeSoftly, shineSvg } from '#demo/art/canvas.ts';
import { hex, oklch } from '#demo/art/colour.ts';
import { createNoise, layered } from '#demo/art/noise.ts';
import type { Scene, Shot } from '#demo/art/shot.ts';
import { n } from '#demo/art/svg.ts';

const RINGS = 24;

async function paint(shot: Shot): Promise<Canvas> {
  const { hue, t } = shot;
  const noise = createNoise(shot.seed);
  const back = oklch(0.12, 0.05, hue + 280);
  const glow = oklch(0.6, 0.2, hue + 100);
  const canvas = shadeSoftly(shot.width, shot.height, (x, y, out) => {
    const dx = x - 0.89;
    const dy = y - 0.5;
    const d = Math.hypot(dx, dy) + 0.001;
    const angle = Math.atan2(dy, dx);
    const streak = Math.max(0, noise(angle * 9, Math.log(d) * 1.2 + Math.cos(t * 6.283) * 0.4)) ** 2 * 0.32;
    const smoke = 0.5 + 0.5 * layered(noise, dx * 2, dy * 2, Math.sin(t * 6.283) * 0.4, 3);
    for (let c = 0; c < 3; c++) {
      out[c] =
        (back[c] as number) * smoke * (0.5 + d) +
        (glow[c] as number) * (Math.exp(-d * 6) * 0.7 + streak * (0.35 + d * 0.3));
    }
  });
  const round = shot.text === 'ROUND';
  let rings = '';
  for (let i = RINGS; i > 0; i--) {
    const depth = (i - ((t * 3) % 1)) / RINGS;
    if (depth <= 0) continue;
    const k = depth ** 2.2;
    const colour = hex(0.55 + (1 - k) * 0.38, 0.21, hue + (1 - k) * 115);
    const turn = (RINGS - i + ((t * 3) % 1)) * 3.1;
    const w = 1700 * k + 16;
    const h = 1020 * k + 10;
    const style = `fill="none" stroke="${colour}" stroke-width="${n(1.4 + 15 * k)}" opacity="${n(0.35 + (1 - k) * 0.65)}"`;
    rings += round
      ? `<ellipse cx="640" cy="360" rx="${n(w / 2)}" ry="${n(w / 2)}" ${style} stroke-dasharray="${n(w * 0.55)} ${n(w * 0.1)} ${n(w * 0.2)} ${n(w * 0.07)}" transform="rotate(${n(turn * 2.4 + i * 40)} 640 360)"/>`
      : `<rect x="${n(640 - w / 2)}" y="${n(360 - h / 2)}" width="${n(w)}" height="${n(h)}" rx="${n(26 * k)}" ${style} transform="rotate(${n(turn)} 640 360)"/>`;
  }
  await shineSvg(canvas, rings, 1.5);
  bloom(canvas, 0.9, 0.03, 0.4);
  await drawSvg(canvas, '<circle cx="640" cy="360" r="9" fill="#fff"/>', 2);
  return canvas;
}

export const tunnel: Scene = { detail: 1, paint };
