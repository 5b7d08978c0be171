import { NodeIO } from '@gltf-transform/core';
import {
  ALL_EXTENSIONS,
  EXTMeshoptCompression,
  KHRDracoMeshCompression,
  KHRTextureBasisu,
} from '@gltf-transform/extensions';
import draco from 'draco3dgltf';
import { MeshoptEncoder } from 'meshoptimizer';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import type { ModelFormat } from '#server/kit/media/file-kind.ts';
import { makeGlb, makeGltf, makeModel, makeObj, makePly, makeStl } from '#test/harness/model.ts';
import { drawModelStill, makeModelView } from './model-file.ts';

const SMALL = { width: 176, height: 99 };
const FREE = { triangles: 300_000, texture: 1024, isReduced: false };
const PREMIUM = { triangles: 20_000, texture: 256, isReduced: true };
const view = (bytes: Buffer | string, format: ModelFormat, shape = FREE) =>
  makeModelView(Buffer.from(bytes), format, shape, SMALL, SMALL);
const opened = (body: Buffer | null) =>
  new NodeIO().registerExtensions(ALL_EXTENSIONS).readBinary(new Uint8Array(body ?? []));
const refusal = (bytes: Buffer | string, format: ModelFormat) =>
  view(bytes, format).then(
    () => 'taken',
    (error: { reason?: string; missing?: string[] }) => [error.reason, ...(error.missing ?? [])].join(' '),
  );
/** How many triangles a preview has. */
const drawnIn = async (body: Buffer | null) =>
  (await opened(body))
    .getRoot()
    .listMeshes()
    .flatMap((mesh) => mesh.listPrimitives())
    .reduce((sum, part) => sum + (part.getIndices()?.getCount() ?? 0) / 3, 0);

it('a model becomes a plain GLB with smaller textures, and its facts', async () => {
  const { facts, clips, body } = await view(await makeGlb({ texture: 2048, isAnimated: true }), 'glb');
  expect(facts).toEqual({
    ...{ triangles: 12, vertices: 24, materials: 1, textures: [{ width: 2048, height: 2048 }], lacksTextures: false },
    ...{ isRigged: false, animations: 1, size: [2, 2, 2], unit: 'm', missing: [] },
  });
  expect(clips).toEqual(['Turn']);
  const root = (await opened(body)).getRoot();
  const [texture] = root.listTextures();
  expect(await sharp(texture?.getImage() ?? new Uint8Array()).metadata()).toMatchObject({
    ...{ format: 'webp', width: 1024, height: 1024 },
  });
  expect(root.listExtensionsUsed().map(({ extensionName }) => extensionName)).toEqual([
    'EXT_texture_webp',
    'KHR_mesh_quantization',
  ]);
  expect(root.listNodes().map((node) => node.getName())).not.toContain('Cube');
  expect(
    JSON.stringify(await new NodeIO().registerExtensions(ALL_EXTENSIONS).binaryToJSON(new Uint8Array(body ?? []))),
  ).not.toContain('"uri"');
});

it.each([
  ['obj', () => makeObj(2), { triangles: 48, unit: null, missing: ['paint.mtl'] }],
  ['stl', () => makeStl(2), { triangles: 48, unit: null, missing: [] }],
  ['ply', () => makePly(2), { triangles: 48, unit: null, missing: [] }],
] as const)('a .%s file is read too', async (format, make, facts) => {
  const made = await view(make(), format);
  expect(made.facts).toMatchObject({ ...facts, size: [2, 2, 2].map((side) => expect.closeTo(side)) });
  expect(await drawnIn(made.body)).toBe(48);
});

it('a .gltf file is shown without pictures that are elsewhere, and refused without its shape', async () => {
  const text = await makeGltf();
  const { facts, body } = await view(text, 'gltf');
  expect(facts).toMatchObject({ missing: ['wood.png'], textures: [], lacksTextures: false });
  expect((await opened(body)).getRoot().listTextures()).toEqual([]);
  const json = JSON.parse(text) as { buffers: { uri: string }[]; images: { uri: string }[] };
  json.images[0] = { uri: 'https://elsewhere.example/a/wood%20dark.png?v=1' };
  expect((await view(JSON.stringify(json), 'gltf')).facts.missing).toEqual(['wood dark.png']);
  json.buffers[0] = { ...json.buffers[0], uri: '../../../etc/scene.bin' };
  expect(await refusal(JSON.stringify(json), 'gltf')).toBe('files scene.bin');
});

it('geometry compressed by Draco and meshopt is decoded', async () => {
  await MeshoptEncoder.ready;
  const io = new NodeIO().registerExtensions(ALL_EXTENSIONS).registerDependencies({
    'draco3d.encoder': await draco.createEncoderModule(),
    'meshopt.encoder': MeshoptEncoder,
  });
  for (const Extension of [KHRDracoMeshCompression, EXTMeshoptCompression]) {
    const document = await makeModel({ cells: 3 });
    document.createExtension(Extension as typeof KHRDracoMeshCompression).setRequired(true);
    const { facts, body } = await view(Buffer.from(await io.writeBinary(document)), 'glb');
    expect(facts).toMatchObject({ triangles: 108, size: [2, 2, 2].map((side) => expect.closeTo(side, 2)) });
    expect(await drawnIn(body)).toBe(108);
  }
});

it('textures for graphics cards are left out', async () => {
  const document = await makeModel();
  document.createExtension(KHRTextureBasisu).setRequired(true);
  const ktx2 = Buffer.concat([
    Buffer.from([0xab, 0x4b, 0x54, 0x58]),
    Buffer.from(' 20\xbb\r\n\x1a\n', 'latin1'),
    Buffer.alloc(80),
  ]);
  document.getRoot().listTextures()[0]?.setMimeType('image/ktx2').setImage(new Uint8Array(ktx2));
  const bytes = Buffer.from(await new NodeIO().registerExtensions(ALL_EXTENSIONS).writeBinary(document));
  const { facts, body } = await view(bytes, 'glb');
  expect(facts).toMatchObject({ textures: [], lacksTextures: true });
  expect((await opened(body)).getRoot().listTextures()).toEqual([]);
});

it('a Premium model is coarser, or only a picture', { timeout: 60_000 }, async () => {
  const fine = await view(await makeGlb({ cells: 70 }), 'glb', PREMIUM);
  expect(fine.facts.triangles).toBe(58_800);
  expect(await drawnIn(fine.body)).toBeLessThanOrEqual(20_000);
  const [texture] = (await opened((await view(await makeGlb({ cells: 12, texture: 1024 }), 'glb', PREMIUM)).body))
    .getRoot()
    .listTextures();
  expect(texture?.getSize()).toEqual([256, 256]);
  const plain = await view(await makeGlb(), 'glb', PREMIUM);
  expect([plain.body, plain.still.length > 0]).toEqual([null, true]);
});

it('the picture shows the model with its texture, over transparency', async () => {
  const { still, small } = await makeModelView(await makeGlb(), 'glb', FREE, SMALL);
  expect(await sharp(still).metadata()).toMatchObject({ format: 'webp', width: 960, height: 540, hasAlpha: true });
  expect(await sharp(small).metadata()).toMatchObject({ format: 'webp', ...SMALL });
  const { data } = await sharp(still).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * 960 + x) * 4, (y * 960 + x) * 4 + 4)];
  expect(at(5, 5)[3]).toBe(0);
  const [red = 0, , blue = 0, alpha] = at(320, 300);
  expect([red > 120 && blue < 60, alpha]).toEqual([true, 255]);
  const [red2 = 0, , blue2 = 0] = at(450, 300);
  expect(blue2 > 120 && red2 < 60).toBe(true);
  const pixels = await drawModelStill(await makeGlb(), 'glb', SMALL);
  expect(pixels).toHaveLength(176 * 99 * 3);
});

it.each([
  ['text', 'hello', 'glb', 'damaged'],
  ['points without surfaces', 'v 0 0 0\nv 1 0 0\nv 0 1 0\n', 'obj', 'empty'],
  ['a header of ten million triangles', header(10_000_000), 'stl', 'damaged'],
  [
    'a claim of numbers that are not there',
    claim({ accessors: [{ type: 'VEC3', componentType: 5126, count: 900_000_000 }] }),
    'gltf',
    'triangles',
  ],
  [
    'nodes that contain themselves',
    claim({ nodes: [{ children: [1] }, { children: [0] }], scenes: [{ nodes: [0] }] }),
    'gltf',
    'damaged',
  ],
  [
    'an unknown extension',
    claim({ extensionsRequired: ['X_magic'], extensionsUsed: ['X_magic'] }),
    'gltf',
    'extension',
  ],
  ['nothing', claim({}), 'gltf', 'empty'],
  ['numbers in place of lists', claim({ nodes: 5, meshes: {} }), 'gltf', 'damaged'],
] as const)('%s is refused', async (_, bytes, format, reason) => {
  expect(await refusal(bytes, format)).toBe(reason);
});

function claim(json: object): string {
  return JSON.stringify({ asset: { version: '2.0' }, ...json });
}

function header(faces: number): Buffer {
  const bytes = Buffer.alloc(84 + 50);
  bytes.writeUInt32LE(faces, 80);
  return bytes;
}
