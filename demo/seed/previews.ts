/** Reads the committed pictures, labels and facts of packs, made by `npm run demo:media previews` from the packs' files. */
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

export type PackPreview = {
  /** Short label in the corner of the card. */
  label: string;
  /** Content of the `facts` column of resources. */
  facts: Record<string, number | boolean | string>;
  /** What the hover strip shows: twelve frames of 320 x 180, or two sides of 640 x 360. Null if there is no strip. */
  strip: 'frames' | 'lut' | 'waveform' | null;
};

const FOLDER = new URL('../media/', import.meta.url);
const PREVIEWS: Readonly<Record<string, PackPreview>> = JSON.parse(
  readFileSync(new URL('previews.json', FOLDER), 'utf8'),
);

/** @throws Error if nothing was rendered for the pack */
export function previewOf(key: string): PackPreview {
  const preview = PREVIEWS[key];
  if (!preview) throw new Error(`${key} has no preview: run npm run demo:media previews ${key}`);
  return preview;
}

/** WebP, 1280 x 720. */
export function readPoster(key: string): Promise<Buffer> {
  return readFile(new URL(`posters/${key}.webp`, FOLDER));
}

/** WebP. Null if the pack has no strip. */
export async function readStrip(key: string): Promise<Buffer | null> {
  return previewOf(key).strip === null ? null : await readFile(new URL(`strips/${key}.webp`, FOLDER));
}
