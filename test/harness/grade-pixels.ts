import { type Cube, gradeColours, toPixels } from '#server/kit/media/luts/cube-file.ts';

/** Applies a LUT to RGB pixels (three bytes each). */
export function gradePixels(cube: Cube, pixels: Uint8Array): Buffer {
  return toPixels(
    gradeColours(
      cube,
      Float32Array.from(pixels, (value) => value / 255),
    ),
  );
}
