/** Reduces uploaded 3D models to plain GLB files that browsers can draw. Runs in a child process: see image-reader.ts. */

import { type Document, type Mesh, NodeIO, type Primitive, type Scene } from '@gltf-transform/core';
import { ALL_EXTENSIONS, EXTTextureWebP } from '@gltf-transform/extensions';
import {
  cloneDocument,
  convertPrimitiveToTriangles,
  dedup,
  getGLPrimitiveCount,
  metalRough,
  prune,
  quantize,
  resample,
  simplifyPrimitive,
  uninstance,
  weld,
} from '@gltf-transform/functions';
import { MeshoptSimplifier } from 'meshoptimizer';
import sharp from 'sharp';
import { MAX_MODEL_BYTES, type ModelFormat } from '#server/kit/media/file-kind.ts';
import { isRasterImage, openPicture, type PictureSize } from '#server/kit/media/images.ts';
import { BEHIND_TRANSPARENCY } from '#server/kit/media/thumbnails.ts';
import { drawModel, posedParts, rangeOf } from './model-drawing.ts';
import { ModelRefused } from './model-refused.ts';
import { hasSurface, MAX_TRIANGLES, parseModel, TRIANGLES } from './model-source.ts';

/** Extensions that browsers draw without WebAssembly. */
const KEPT_EXTENSION = /^(KHR_materials_(?!variants|pbrSpecularGlossiness)|KHR_texture_transform|EXT_texture_webp)/;
const MAX_BODY = 8 * 1024 * 1024;
const MAX_NAMED = 50;
/** Each try halves triangles and textures. */
const TRIES = 4;
/** A preview with more of the triangles than this could stand in for the file. */
const MAX_SHARE = 0.6;
const STILL: PictureSize = { width: 960, height: 540 };
const WEBP = { quality: 80, effort: 2 };

export type ModelShape = {
  /** Triangles that are drawn. */
  triangles: number;
  /** Longest side of a texture, in pixels. */
  texture: number;
  /** Whether the preview must be clearly coarser than the file. */
  isReduced: boolean;
};

/** Facts of the file itself. */
export type ModelFacts = {
  /** As drawn: parts that are used twice count twice. */
  triangles: number;
  vertices: number;
  materials: number;
  textures: { width: number; height: number }[];
  /** Whether it has textures that are not shown: compressed for graphics cards, or damaged. */
  lacksTextures: boolean;
  isRigged: boolean;
  animations: number;
  /** Width, height and depth. */
  size: [number, number, number];
  /** Null if the format does not say how long a unit is. */
  unit: 'm' | null;
  /** Names of files that it needs. */
  missing: string[];
};

export type ModelView = {
  facts: ModelFacts;
  /** Names of the animations in `body`. */
  clips: string[];
  /** A GLB; null if it could not be made coarse enough to give away. */
  body: Buffer | null;
  /** The model seen from the front right, as WebP with transparency. */
  still: Buffer;
  small: Buffer;
};

type Opened = { document: Document; scene: Scene; facts: ModelFacts };

/** @throws ModelRefused */
export function describeModel(bytes: Buffer, format: ModelFormat): Promise<ModelFacts> {
  return refusing(async () => (await open(bytes, format)).facts);
}

/** The model as RGB pixels. @throws ModelRefused */
export function drawModelStill(bytes: Buffer, format: ModelFormat, size: PictureSize): Promise<Buffer> {
  return refusing(async () => {
    const { document, scene } = await open(bytes, format);
    await simplifyTo(document, scene, 300_000);
    const { pixels } = await drawModel(scene, size);
    const picture = sharp(pixels, { raw: { ...size, channels: 4 } });
    return await picture.flatten({ background: BEHIND_TRANSPARENCY }).raw().toBuffer();
  });
}

/** @throws ModelRefused */
export function makeModelView(
  bytes: Buffer,
  format: ModelFormat,
  shape: ModelShape,
  small: PictureSize,
  whole = STILL,
): Promise<ModelView> {
  return refusing(async () => {
    const { document, scene, facts } = await open(bytes, format);
    await document.transform(resample());
    let body: Buffer | null = null;
    let still: Buffer | null = null;
    for (let attempt = 0; attempt < TRIES && !body; attempt += 1) {
      const part = 0.5 ** attempt;
      const share = shape.isReduced ? 0.5 : 1;
      const most = Math.floor(Math.min(shape.triangles, facts.triangles * share) * part);
      await simplifyTo(document, scene, most);
      const drawn = countTriangles(scene);
      if (drawn === 0) throw new ModelRefused('complex');
      if (drawn > shape.triangles && attempt === TRIES - 1) throw new ModelRefused('complex');
      await shrinkTextures(document, Math.floor(shape.texture * part));
      still ??= await encoded(await drawModel(scene, whole));
      if (shape.isReduced && drawn > facts.triangles * MAX_SHARE) break;
      if (drawn > shape.triangles) continue;
      const made = await write(document);
      if (made.length <= MAX_BODY) body = made;
      else if (attempt === TRIES - 1) throw new ModelRefused('complex');
    }
    if (!still) throw new ModelRefused('complex');
    const clips = document.getRoot().listAnimations();
    return {
      facts,
      clips: clips.slice(0, MAX_NAMED).map((clip, at) => clip.getName().slice(0, 60) || `Animation ${at + 1}`),
      body,
      still,
      small: await sharp(still)
        .resize({ ...small, fit: 'contain', background: '#0000' })
        .webp(WEBP)
        .toBuffer(),
    };
  });
}

/** Libraries fail in many ways on damaged files. */
const refusing = async <T>(make: () => Promise<T>): Promise<T> => {
  try {
    return await make();
  } catch (error) {
    throw error instanceof ModelRefused ? error : new ModelRefused('damaged', [], { cause: error });
  }
};

const open = async (bytes: Buffer, format: ModelFormat): Promise<Opened> => {
  if (bytes.length > MAX_MODEL_BYTES) throw new ModelRefused('large');
  const { document, missing, unit } = await parseModel(bytes, format);
  const root = document.getRoot();
  const scene = root.getDefaultScene() ?? root.listScenes()[0];
  if (!scene) throw new ModelRefused('empty');
  for (const other of root.listScenes()) if (other !== scene) other.dispose();
  const { textures, lacksTextures } = await readTextures(document);
  await document.transform(uninstance());
  if (root.listExtensionsUsed().some(({ extensionName }) => /SpecularGlossiness/.test(extensionName)))
    await document.transform(metalRough());
  for (const extension of root.listExtensionsUsed())
    if (!KEPT_EXTENSION.test(extension.extensionName)) extension.dispose();
  for (const camera of root.listCameras()) camera.dispose();
  for (const part of parts(root.listMeshes())) {
    if (!hasSurface(part)) part.dispose();
    else if (part.getMode() !== TRIANGLES) convertPrimitiveToTriangles(part);
  }
  await document.transform(prune({ keepAttributes: false, keepExtras: false }));
  const triangles = countTriangles(scene);
  if (triangles > MAX_TRIANGLES) throw new ModelRefused('triangles');
  if (triangles === 0) throw new ModelRefused('empty');
  clean(document);
  const materials = root.listMaterials().length;
  await document.transform(weld(), dedup());
  const facts: ModelFacts = {
    triangles,
    vertices: parts(root.listMeshes()).reduce((sum, part) => sum + (part.getAttribute('POSITION')?.getCount() ?? 0), 0),
    materials,
    textures,
    lacksTextures,
    isRigged: root.listSkins().length > 0,
    animations: root.listAnimations().length,
    size: measure(scene),
    unit,
    missing,
  };
  return { document, scene, facts };
};

const parts = (meshes: readonly Mesh[]): Primitive[] => meshes.flatMap((mesh) => mesh.listPrimitives());

const countTriangles = (scene: Scene): number => {
  let count = 0;
  scene.traverse((node) => {
    for (const part of node.getMesh()?.listPrimitives() ?? []) count += getGLPrimitiveCount(part);
  });
  return count;
};

/** Removes names and notes, which may say more than the author means to publish. */
const clean = (document: Document): void => {
  const root = document.getRoot();
  root.setExtras({});
  const { version } = root.getAsset();
  for (const key of Object.keys(root.getAsset())) delete (root.getAsset() as Record<string, unknown>)[key];
  Object.assign(root.getAsset(), { version });
  for (const list of [root.listNodes(), root.listMeshes(), root.listMaterials(), root.listTextures(), root.listSkins()])
    for (const item of list) item.setName('').setExtras({});
  for (const item of [...root.listScenes(), ...root.listAccessors(), ...root.listBuffers()])
    item.setName('').setExtras({});
  for (const animation of root.listAnimations())
    animation.setName(animation.getName().replace(/[\p{Cc}\p{Cf}]/gu, '')).setExtras({});
};

const measure = (scene: Scene): [number, number, number] => {
  const { low, high } = rangeOf(posedParts(scene).map(({ points }) => points));
  const size = low.map((least, axis) => (high[axis] as number) - least) as [number, number, number];
  if (size.some((side) => !Number.isFinite(side)) || Math.max(...size) === 0) throw new ModelRefused('damaged');
  return size;
};

/** Drops textures that cannot be read; the model is shown without them. */
const readTextures = async (document: Document) => {
  const textures: ModelFacts['textures'] = [];
  let lost = 0;
  for (const texture of document.getRoot().listTextures()) {
    const image = texture.getImage();
    const size =
      !image || !isRasterImage(image)
        ? null
        : await openPicture(image)
            .metadata()
            .catch(() => null);
    if (size) textures.push({ width: size.width, height: size.height });
    else {
      // References to other files have become empty.
      if (image && image.length > 0) lost += 1;
      texture.dispose();
    }
  }
  return { textures: textures.slice(0, MAX_NAMED), lacksTextures: lost > 0 };
};

const shrinkTextures = async (document: Document, side: number): Promise<void> => {
  for (const texture of document.getRoot().listTextures()) {
    try {
      const picture = openPicture(texture.getImage() ?? new Uint8Array());
      const size = { width: side, height: side, fit: 'inside', withoutEnlargement: true } as const;
      const body = await picture.resize(size).toColourspace('srgb').webp(WEBP).toBuffer();
      texture.setImage(new Uint8Array(body)).setMimeType('image/webp').setURI('');
    } catch {
      texture.dispose();
    }
  }
};

/** Simplifies every part by the same share; parts of loose triangles, which cannot be, are drawn coarsely. */
const simplifyTo = async (document: Document, scene: Scene, most: number): Promise<void> => {
  const before = countTriangles(scene);
  if (before <= most) return;
  await MeshoptSimplifier.ready;
  const ratio = most / before;
  for (const part of parts(document.getRoot().listMeshes())) {
    const wanted = Math.max(1, Math.floor(getGLPrimitiveCount(part) * ratio));
    simplifyPrimitive(part, { simplifier: MeshoptSimplifier, ratio, error: 1 });
    if (part.isDisposed() || getGLPrimitiveCount(part) <= wanted * 1.1) continue;
    const indices = part.getIndices();
    const positions = Float32Array.from(part.getAttribute('POSITION')?.getArray() ?? []);
    const given = Uint32Array.from(indices?.getArray() ?? []);
    const [coarse] = MeshoptSimplifier.simplifySloppy(given, positions, 3, null, wanted * 3, 1);
    if (coarse.length > 0) indices?.setArray(new Uint32Array(coarse));
  }
  await document.transform(prune({ keepAttributes: false }));
};

const write = async (document: Document): Promise<Buffer> => {
  const copy = cloneDocument(document);
  if (copy.getRoot().listTextures().length > 0) copy.createExtension(EXTTextureWebP).setRequired(true);
  await copy.transform(quantize({ quantizePosition: 14 }));
  return Buffer.from(await new NodeIO().registerExtensions(ALL_EXTENSIONS).writeBinary(copy));
};

const encoded = ({ pixels, size }: { pixels: Buffer; size: PictureSize }): Promise<Buffer> =>
  sharp(pixels, { raw: { ...size, channels: 4 } })
    .webp({ ...WEBP, alphaQuality: 90 })
    .toBuffer();
