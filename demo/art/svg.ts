/** Helpers for the SVG that scenes draw. Coordinates are always 1280 x 720. */
export type Stop = readonly [offset: number, colour: string, opacity?: number];

/** A linear gradient from top to bottom, or along `line` (x1 y1 x2 y2, as fractions of the bounding box). */
export function linear(
  id: string,
  stops: readonly Stop[],
  line: readonly [number, number, number, number] = [0, 0, 0, 1],
): string {
  const [x1, y1, x2, y2] = line;
  return `<linearGradient id="${id}" x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}">${stops.map(stop).join('')}</linearGradient>`;
}

/** A radial gradient; centre and radius are fractions of the bounding box. */
export function radial(id: string, stops: readonly Stop[], cx = 0.5, cy = 0.5, r = 0.5): string {
  return `<radialGradient id="${id}" cx="${cx}" cy="${cy}" r="${r}">${stops.map(stop).join('')}</radialGradient>`;
}

/** Formats a number with just enough precision for drawing. */
export function n(value: number): string {
  return String(Math.round(value * 100) / 100);
}

export function polygon(points: readonly (readonly [number, number])[], attributes: string): string {
  return `<polygon points="${points.map(([x, y]) => `${n(x)},${n(y)}`).join(' ')}" ${attributes}/>`;
}

/** A rectangle; `rx` is the corner radius. */
export function rect(x: number, y: number, w: number, h: number, attributes: string, rx = 0): string {
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}"${rx ? ` rx="${n(rx)}"` : ''} ${attributes}/>`;
}

export function circle(x: number, y: number, r: number, attributes: string): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" ${attributes}/>`;
}

export function repeat(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, i) => draw(i)).join('');
}

function stop([offset, colour, opacity = 1]: Stop): string {
  return `<stop offset="${offset}" stop-color="${colour}"${opacity < 1 ? ` stop-opacity="${n(opacity)}"` : ''}/>`;
}
