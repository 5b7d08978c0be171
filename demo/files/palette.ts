/** Swatches as Adobe .ase and GIMP .gpl files. */
import { hex } from '#demo/art/colour.ts';

export type Swatch = {
  readonly name: string;
  /** `#rrggbb`. */
  readonly colour: string;
};

/** Six swatches around a hue, from dark to light. */
export function swatchesAround(hue: number): Swatch[] {
  const steps = [
    ['Ink', 0.2, 0.04, 250],
    ['Shadow', 0.38, 0.12, 320],
    ['Main', 0.63, 0.2, 0],
    ['Glow', 0.76, 0.16, 25],
    ['Counter', 0.7, 0.13, 185],
    ['Paper', 0.96, 0.02, 60],
  ] as const;
  return steps.map(([name, lightness, chroma, turn]) => ({ name, colour: hex(lightness, chroma, hue + turn) }));
}

/** Adobe Swatch Exchange, version 1.0: one RGB block per colour. */
export function makeAse(swatches: readonly Swatch[]): Buffer {
  const head = Buffer.alloc(12);
  head.write('ASEF', 0, 'ascii');
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(swatches.length, 8);
  return Buffer.concat([head, ...swatches.map(aseBlock)]);
}

/** A GIMP palette. */
export function makeGpl(title: string, swatches: readonly Swatch[]): Buffer {
  const rows = swatches.map(
    ({ name, colour }) =>
      `${bytesOf(colour)
        .map((v) => String(v).padStart(3))
        .join(' ')}\t${name}`,
  );
  return Buffer.from(`GIMP Palette\nName: ${title}\nColumns: 6\n#\n${rows.join('\n')}\n`);
}

function aseBlock({ name, colour }: Swatch): Buffer {
  const text = Buffer.from(`${name}\0`, 'utf16le').swap16();
  const block = Buffer.alloc(2 + text.length + 4 + 12 + 2);
  block.writeUInt16BE(name.length + 1, 0);
  text.copy(block, 2);
  block.write('RGB ', 2 + text.length, 'ascii');
  for (const [i, v] of bytesOf(colour).entries()) block.writeFloatBE(v / 255, 6 + text.length + i * 4);
  const head = Buffer.alloc(6);
  head.writeUInt16BE(1, 0);
  head.writeUInt32BE(block.length, 2);
  return Buffer.concat([head, block]);
}

function bytesOf(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}
