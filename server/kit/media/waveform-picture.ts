/** Draws an audio waveform as glowing bars; the part that has not been played yet is dim. */

import type { PictureSize } from './images.ts';
import { loadSharp } from './loaded-sharp.ts';

/** Number of bars in a waveform, one per peak. */
export const WAVEFORM_BARS = 104;
const MARGIN = 52;
const PITCH = 11.35;
const BAR = 6.5;
const MIDDLE = 360;
const TALLEST = 292;
const DIM = 0.3;

/**
 * RGB pixels of the mirrored bars.
 * @param peaks 0 to 1, one per bar; the loudest is drawn tallest
 * @param side `before` is the part not played yet
 */
export async function drawWaveform(
  peaks: readonly number[],
  side: 'before' | 'after',
  size: PictureSize,
): Promise<Buffer> {
  const loudest = Math.max(0.001, ...peaks);
  const bars = peaks.map((peak, index) => {
    const high = 6 + (TALLEST - 6) * Math.min(1, Math.max(0, peak / loudest));
    const place = `x="${(MARGIN + index * PITCH).toFixed(2)}" y="${(MIDDLE - high).toFixed(2)}"`;
    return `<rect ${place} width="${BAR}" height="${(high * 2).toFixed(2)}" rx="3.2"/>`;
  });
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 720" width="${size.width}" height="${size.height}">
    <defs>
      <linearGradient id="w" gradientUnits="userSpaceOnUse" x1="0" y1="60" x2="0" y2="660">
        <stop offset="0" stop-color="#ffd9a8"/><stop offset=".42" stop-color="#ff7a4d"/><stop offset=".5" stop-color="#ffc78f"/>
        <stop offset=".58" stop-color="#e2553f"/><stop offset="1" stop-color="#7a2445"/>
      </linearGradient>
      <radialGradient id="g" cx=".36" cy=".5" r=".7">
        <stop offset="0" stop-color="#4a2136"/><stop offset=".6" stop-color="#1d1420"/><stop offset="1" stop-color="#121016"/>
      </radialGradient>
    </defs>
    <rect width="1280" height="720" fill="url(#g)"/>
    <rect y="${MIDDLE - 0.75}" width="1280" height="1.5" fill="#fff" opacity=".18"/>
    <g fill="url(#w)" opacity="${side === 'before' ? DIM : 1}">${bars.join('')}</g>
  </svg>`;
  const sharp = await loadSharp();
  return sharp(Buffer.from(drawing)).resize(size).removeAlpha().toColourspace('srgb').raw().toBuffer();
}
