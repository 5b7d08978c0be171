/** A picture for a sample card: ridges before a low sun, in one hue; as a data address, so that nothing is fetched. */
function ridges(hue: number): string {
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
  return `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360"><linearGradient id="s" x2="0" y2="1">${sky}</linearGradient><path fill="url(#s)" d="M0 0h640v360H0Z"/><circle cx="${180 + (hue % 280)}" cy="170" r="34" fill="oklch(0.96 0.08 ${hue + 40})"/>${layers}</svg>`,
  )}`;
}

export const SUNSET = ridges(28);
export const DUSK = ridges(330);
export const COLD = ridges(200);
