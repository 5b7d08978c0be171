// The waveform of a sound, as the server measured it.

/** Bytes of base64, as fractions from 0 to 1. */
export function readLevels(base64: string): number[] {
  return Array.from(atob(base64), (character) => character.charCodeAt(0) / 255);
}

/** The highest level in each of `count` equal parts. */
export function reduceLevels(levels: readonly number[], count: number): number[] {
  return Array.from({ length: Math.min(count, levels.length) }, (_, part) => {
    const [start, end] = [part, part + 1].map((edge) =>
      Math.floor((edge * levels.length) / Math.min(count, levels.length)),
    );
    return Math.max(...levels.slice(start, end));
  });
}

/** SVG path of vertical bars, two units apart, around the middle of a picture that is `height` high. */
export function barsPath(levels: readonly number[], height: number): string {
  return levels
    .map((level, bar) => {
      const size = Math.max(1, Math.round(level * height));
      return `M${bar * 2 + 1} ${(height - size) / 2}v${size}`;
    })
    .join('');
}
