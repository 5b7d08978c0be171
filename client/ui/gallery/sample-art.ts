const svg = (width: number, height: number, inside: string): string =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${inside}</svg>`,
  )}`;

/** Drawing of mountain ridges in one hue under a low sun, 640 x 360; `sun` is the sun's x position. */
function ridges(hue: number, sun = 180 + (hue % 280)): string {
  const layers = [0, 1, 2, 3]
    .map((layer) => {
      const y = 200 + layer * 36;
      const points = [0, 1, 2, 3, 4, 5, 6].map((step) => {
        const rise = ((step * 37 + layer * 61 + hue) % 53) - 26;
        return `L${step * 107} ${y + rise}`;
      });
      const fill = `oklch(${(0.46 - layer * 0.1).toFixed(2)} 0.09 ${hue + 340 - layer * 22})`;
      return `<path d="M0 360 ${points.join(' ')} L640 360Z" fill="${fill}"/>`;
    })
    .join('');
  const sky = [
    [0, `oklch(0.24 0.06 ${hue + 210})`],
    [0.5, `oklch(0.5 0.13 ${hue + 330})`],
    [1, `oklch(0.8 0.15 ${hue + 20})`],
  ]
    .map(([offset, colour]) => `<stop offset="${offset}" stop-color="${colour}"/>`)
    .join('');
  return `<linearGradient id="s" x2="0" y2="1">${sky}</linearGradient><path fill="url(#s)" d="M0 0h640v360H0Z"/><circle cx="${sun}" cy="170" r="34" fill="oklch(0.96 0.08 ${hue + 40})"/>${layers}`;
}

/** Places images of 320 x 180 side by side, as in a preview strip. */
const strip = (frames: string[]): string =>
  svg(
    frames.length * 320,
    180,
    frames
      .map((inside, at) => `<svg x="${at * 320}" width="320" height="180" viewBox="0 0 640 360">${inside}</svg>`)
      .join(''),
  );

const bars = (colour: string): string => {
  const drawn = Array.from({ length: 60 }, (_, at) => {
    const high = 12 + 130 * Math.abs(Math.sin(at * 0.9)) * Math.exp(-(((at - 34) / 16) ** 2));
    return `<path d="M${25 + at * 10} ${180 - high}V${180 + high}"/>`;
  }).join('');
  return `<path fill="oklch(0.16 0.03 230)" d="M0 0h640v360H0Z"/><g stroke="${colour}" stroke-width="5">${drawn}</g>`;
};

/** Sample images as data URLs, so that nothing needs to be fetched. */
export const SUNSET = svg(640, 360, ridges(28));
export const DUSK = svg(640, 360, ridges(330));
export const COLD = svg(640, 360, ridges(200));
export const DUSK_STRIP = strip(Array.from({ length: 12 }, (_, at) => ridges(330, 60 + at * 46)));
export const COLD_LOOK = strip([`<g style="filter:saturate(.2) contrast(.8)">${ridges(200)}</g>`, ridges(200)]);
export const WAVE = svg(640, 360, bars('oklch(0.8 0.13 215)'));
export const WAVE_STRIP = strip([bars('oklch(0.45 0.07 225)'), bars('oklch(0.8 0.13 215)')]);
