/** Building blocks for packs: each function returns the files of one folder. */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { oklch } from '#demo/art/colour.ts';
import { type ArtSpec, makePicture } from '#demo/art/frame.ts';
import { seedFrom } from '#demo/art/random.ts';
import type { SceneName } from '#demo/art/scene-list.ts';
import { type Bed, bedName, makeBed } from '#demo/files/beds.ts';
import { type LookName, makeCube, varyLook } from '#demo/files/cube.ts';
import { type ModelName, makeMaterials, makeModel } from '#demo/files/models.ts';
import { makeAse, makeGpl, swatchesAround } from '#demo/files/palette.ts';
import {
  HD,
  type MatteKind,
  makeBokehOverlay,
  makeDustOverlay,
  makeGrainPlate,
  makeLightOverlay,
  makeMatte,
  makePlate,
  makeTexture,
} from '#demo/files/picture.ts';
import {
  makeAfterEffectsTitle,
  makeAss,
  makeBlenderScript,
  makeDctl,
  makeExpression,
  makeFcpxml,
  makeFusionTitle,
  makeSrt,
} from '#demo/files/projects.ts';
import { makeLottie, makeShape, makeWordSvg, SHAPE_NAMES } from '#demo/files/shapes.ts';
import { makeSound, type SoundName } from '#demo/files/sounds.ts';
import { encodeWav } from '#demo/files/wav.ts';
import { CLIPS, filesOf } from '#demo/media/clip-list.ts';
import type { StarterFile } from './entry.ts';

/** Large enough for a quarter of a 4K frame. */
const PICTURE_SIZE = 1080;
const INSIDE = { fit: 'inside' } as const;

const CLIP_FOLDER = new URL('../media/clips/', import.meta.url);

/** LUTs for several looks, with `takes` variations of each. */
export function luts(folder: string, looks: readonly LookName[], takes: number, size: 17 | 33 = 17): StarterFile[] {
  return looks.flatMap((name) =>
    many(takes, (take) => {
      const title = takes > 1 ? `${titled(name)} ${two(take + 1)}` : titled(name);
      return file(folder, `${title.replaceAll(' ', '_')}.cube`, () => makeCube(title, varyLook(name, take), size));
    }),
  );
}

/** Sound effects from `[name, count]` pairs. A different `offset` gives each pack different sounds. */
export function sounds(folder: string, list: readonly (readonly [SoundName, number])[], offset = 0): StarterFile[] {
  return list.flatMap(([name, count]) =>
    many(count, (take) =>
      file(folder, `${titled(name)}_${two(take + 1)}.wav`, () => encodeWav(makeSound(name, take + offset))),
    ),
  );
}

/** Music beds that loop, with their tempo and key in the name. */
export function beds(folder: string, list: readonly Bed[]): StarterFile[] {
  return list.map((bed) => file(folder, `${bedName(bed)}.wav`, () => encodeWav(makeBed(bed))));
}

/** Images of a scene with the dark areas made transparent, 1280 x 720 by default. */
export function lights(
  folder: string,
  name: string,
  scene: SceneName,
  hue: number,
  count: number,
  size = HD,
): StarterFile[] {
  return many(count, (take) =>
    file(folder, `${name}_${two(take + 1)}.png`, () => makeLightOverlay(scene, hue, take, size)),
  );
}

/** Opaque images of a scene, 1920 x 1080. */
export function plates(folder: string, name: string, scene: SceneName, hue: number, count: number): StarterFile[] {
  return many(count, (take) => file(folder, `${name}_${two(take + 1)}.jpg`, () => makePlate(scene, hue, take)));
}

/** What presets and captions look like in use, for packs that would have nothing to show without it. */
export function previewPicture(art: ArtSpec): StarterFile {
  return file('', 'Preview.webp', () => makePicture(art));
}

export function dustPlates(folder: string, count: number, seed: string): StarterFile[] {
  return many(count, (take) => file(folder, `Dust_${two(take + 1)}.png`, () => makeDustOverlay(`${seed}/${take}`)));
}

export function grainPlates(
  folder: string,
  stocks: readonly (readonly [name: string, size: number, strength: number])[],
): StarterFile[] {
  return stocks.map(([name, size, strength]) =>
    file(folder, `Grain_${name}.png`, () => makeGrainPlate(name, size, strength)),
  );
}

export function bokehPlates(folder: string, hue: number, count: number): StarterFile[] {
  return many(count, (take) => file(folder, `Bokeh_${two(take + 1)}.png`, () => makeBokehOverlay(hue, take)));
}

/** A matte transition as numbered frames in its own folder. */
export function mattes(folder: string, kind: MatteKind, seed: number, frames = 8): StarterFile[] {
  const place = join(folder, `${titled(kind)} ${two(seed)}`);
  return many(frames, (i) =>
    file(place, `${kind}_${String(i).padStart(4, '0')}.png`, () => makeMatte(kind, seed, i / (frames - 1))),
  );
}

export function shapes(folder: string, hue: number, count: number, take = 0): StarterFile[] {
  return many(count, (i) => {
    const name = SHAPE_NAMES[i % SHAPE_NAMES.length] ?? 'ring';
    const turn = Math.floor(i / SHAPE_NAMES.length) + take;
    return file(folder, `${name}${turn ? `-${turn + 1}` : ''}.svg`, () => makeShape(name, hue + turn * 60, turn));
  });
}

/** The SVG files and each of them as PNG with transparency, for editors that do not open SVG. */
export function withPictures(drawings: readonly StarterFile[]): StarterFile[] {
  return drawings.flatMap((drawing) => [
    drawing,
    {
      path: drawing.path.replace(/\.svg$/, '.png'),
      make: async () =>
        sharp(await drawing.make())
          .resize(PICTURE_SIZE, PICTURE_SIZE, INSIDE)
          .png()
          .toBuffer(),
    },
  ]);
}

export function lotties(folder: string, name: string, hue: number, count: number): StarterFile[] {
  return many(count, (i) =>
    file(folder, `${name}-${two(i + 1)}.json`, () => makeLottie(`${name} ${i + 1}`, hue + i * 35, i)),
  );
}

export function palettes(folder: string, name: string, hue: number): StarterFile[] {
  const swatches = swatchesAround(hue);
  return [
    file(folder, `${name}.ase`, () => makeAse(swatches)),
    file(folder, `${name}.gpl`, () => makeGpl(name, swatches)),
  ];
}

export function wordmarks(folder: string, words: readonly string[], hue: number): StarterFile[] {
  return words.map((word) => file(folder, `${slugged(word)}.svg`, () => makeWordSvg(word, hue)));
}

export function models(folder: string, names: readonly ModelName[], hue: number): StarterFile[] {
  return [
    ...names.map((name) => file(folder, `${name}.obj`, () => makeModel(name, seedFrom(name) + hue))),
    file(folder, 'materials.mtl', () => makeMaterials(hue)),
    file(folder, 'import_models.py', () =>
      makeBlenderScript(
        'Glossy',
        names.map((name) => `${name}.obj`),
        oklch(0.65, 0.19, hue),
      ),
    ),
  ];
}

export function textures(folder: string, names: readonly string[]): StarterFile[] {
  return names.flatMap((name) =>
    (['height', 'normal', 'roughness'] as const).map((kind) =>
      file(join(folder, name), `${slugged(name)}_${kind}.png`, () => makeTexture(kind, seedFrom(name))),
    ),
  );
}

/** Titles as After Effects scripts. */
export function afterEffectsTitles(folder: string, titles: readonly string[], hue: number, seconds = 5): StarterFile[] {
  const [r, g, b] = oklch(0.68, 0.2, hue);
  return titles.map((title) =>
    file(folder, `${title.replaceAll(' ', '_')}.jsx`, () =>
      makeAfterEffectsTitle(title, [round(r), round(g), round(b)], seconds),
    ),
  );
}

export function fusionTitles(folder: string, titles: readonly string[], hue: number): StarterFile[] {
  const [r, g, b] = oklch(0.8, 0.16, hue);
  return titles.map((title) =>
    file(folder, `${title.replaceAll(' ', '_')}.setting`, () =>
      makeFusionTitle(title.replaceAll(' ', ''), title.toUpperCase(), [round(r), round(g), round(b)]),
    ),
  );
}

/** The same caption lines as .srt and styled .ass files. */
export function captions(folder: string, name: string, lines: readonly string[], hue: number): StarterFile[] {
  const [r, g, b] = oklch(0.86, 0.14, hue);
  return [
    file(folder, `${name}.srt`, () => makeSrt(lines, 2)),
    file(folder, `${name}.ass`, () => makeAss(name, lines, 2, [r, g, b])),
  ];
}

export function finalCutTitles(folder: string, name: string, lines: readonly string[]): StarterFile[] {
  return [file(folder, `${name}.fcpxml`, () => makeFcpxml(name, lines, 3))];
}

export function colourTransforms(
  folder: string,
  list: readonly (readonly [name: string, hue: number])[],
): StarterFile[] {
  return list.map(([name, hue]) =>
    file(folder, `${name.replaceAll(' ', '_')}.dctl`, () => makeDctl(name, oklch(0.7, 0.13, hue))),
  );
}

export function expressions(
  folder: string,
  list: readonly (readonly [name: string, property: string, code: string])[],
): StarterFile[] {
  return list.map(([name, property, code]) => file(folder, `${name}.txt`, () => makeExpression(name, property, code)));
}

/** The files of a clip from media/clips, renamed to suit the pack; those with alpha say so. */
export function clip(folder: string, name: string, source: string): StarterFile[] {
  const spec = CLIPS.find((one) => one.name === source);
  if (!spec) throw new Error(`there is no clip ${source}`);
  return filesOf(spec).map((from) => {
    const to = from.endsWith('.webm') ? `${name}_Alpha.webm` : `${name}.mp4`;
    return { path: join(folder, to), make: () => readFile(new URL(from, CLIP_FOLDER)) };
  });
}

function file(folder: string, name: string, make: () => Buffer | Promise<Buffer>): StarterFile {
  return { path: join(folder, name), make: async () => make() };
}

function join(folder: string, name: string): string {
  return folder ? `${folder}/${name}` : name;
}

function many<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, i) => make(i));
}

function titled(name: string): string {
  return name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

function slugged(words: string): string {
  return words.toLowerCase().replace(/[^a-z0-9]+/g, '-');
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

function round(v: number): number {
  return Math.round(v * 1000) / 1000;
}
