// 3D models of each format, built from a few numbers.
import { type Animation, Document, NodeIO } from '@gltf-transform/core';
import sharp from 'sharp';

const CORNERS = [0, 1, 2, 0, 2, 3];
/** The sides of a cube: an axis, and its direction. */
const SIDES = [0, 1, 2].flatMap((axis) => [-1, 1].map((sign) => [axis, sign] as const));

type Shape = { positions: number[]; normals: number[]; places: number[]; indices: number[] };

/** A cube of 2 m, each side in `cells` squared squares. */
function makeCube(cells: number): Shape {
  const shape: Shape = { positions: [], normals: [], places: [], indices: [] };
  for (const [axis, sign] of SIDES) {
    for (let cell = 0; cell < cells * cells; cell += 1) {
      const start = shape.positions.length / 3;
      const corners = [
        [0, 0],
        [1, 0],
        [1, 1],
        [0, 1],
      ] as const;
      for (const [u, v] of corners) {
        const [x, y] = [((cell % cells) + u) / cells, (Math.floor(cell / cells) + v) / cells];
        const point = [0, 0, 0];
        point[axis] = sign;
        point[(axis + 1) % 3] = 2 * x - 1;
        point[(axis + 2) % 3] = (2 * y - 1) * sign;
        shape.positions.push(...point);
        shape.normals.push(...[0, 1, 2].map((one) => (one === axis ? sign : 0)));
        shape.places.push(x, 1 - y);
      }
      shape.indices.push(...CORNERS.map((corner) => start + corner));
    }
  }
  return shape;
}

type Wishes = {
  cells?: number;
  /** Pixels of its texture; none if 0. */
  texture?: number;
  isAnimated?: boolean;
  /** Makes a file different from others. */
  note?: string;
};

/** A cube of 2 m, its texture red on the left and blue on the right of each side. */
export async function makeModel({
  cells = 1,
  texture = 64,
  isAnimated = false,
  note = '',
}: Wishes = {}): Promise<Document> {
  const { positions, normals, places, indices } = makeCube(cells);
  const document = new Document();
  document.getRoot().getAsset().copyright = note;
  const buffer = document.createBuffer();
  const numbers = (
    array: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>,
    type: 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4',
  ) => document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
  const material = document.createMaterial('Paint').setRoughnessFactor(0.8).setMetallicFactor(0);
  if (texture > 0) {
    const half = { create: { width: texture / 2, height: texture, channels: 3 as const, background: '#00f' } };
    const right = await sharp(half).png().toBuffer();
    const image = await sharp({ create: { ...half.create, width: texture, background: '#f00' } })
      .composite([{ input: right, left: texture / 2, top: 0 }])
      .png()
      .toBuffer();
    material.setBaseColorTexture(
      document.createTexture('wood').setImage(new Uint8Array(image)).setMimeType('image/png').setURI('wood.png'),
    );
  }
  const part = document
    .createPrimitive()
    .setMaterial(material)
    .setIndices(numbers(Uint32Array.from(indices), 'SCALAR'))
    .setAttribute('POSITION', numbers(Float32Array.from(positions), 'VEC3'))
    .setAttribute('NORMAL', numbers(Float32Array.from(normals), 'VEC3'))
    .setAttribute('TEXCOORD_0', numbers(Float32Array.from(places), 'VEC2'));
  const node = document.createNode('Cube').setMesh(document.createMesh().addPrimitive(part));
  document.createScene().addChild(node);
  if (isAnimated) {
    const turn: Animation = document.createAnimation('Turn');
    const sampler = document
      .createAnimationSampler()
      .setInput(numbers(Float32Array.of(0, 1, 2), 'SCALAR'))
      .setOutput(numbers(Float32Array.of(0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1), 'VEC4'));
    const channel = document.createAnimationChannel().setTargetNode(node).setTargetPath('rotation').setSampler(sampler);
    turn.addSampler(sampler).addChannel(channel);
  }
  return document;
}

export async function makeGlb(wishes: Wishes = {}): Promise<Buffer> {
  return Buffer.from(await new NodeIO().writeBinary(await makeModel(wishes)));
}

/** The text of a .gltf file; its geometry is inside, its texture is not. */
export async function makeGltf(wishes: Wishes = {}): Promise<string> {
  const { json, resources } = await new NodeIO().writeJSON(await makeModel(wishes));
  for (const buffer of json.buffers ?? []) {
    const body = Buffer.from(resources[buffer.uri ?? ''] ?? []);
    buffer.uri = `data:application/octet-stream;base64,${body.toString('base64')}`;
  }
  return JSON.stringify(json);
}

/** The cube without texture. */
export function makeObj(cells = 1): string {
  const { positions, indices } = makeCube(cells);
  const lines = ['mtllib paint.mtl', 'usemtl Paint'];
  for (let at = 0; at < positions.length; at += 3) lines.push(`v ${positions.slice(at, at + 3).join(' ')}`);
  for (let at = 0; at < indices.length; at += 3)
    lines.push(
      `f ${indices
        .slice(at, at + 3)
        .map((index) => index + 1)
        .join(' ')}`,
    );
  return `${lines.join('\n')}\n`;
}

export function makeStl(cells = 1): Buffer {
  const { positions, indices } = makeCube(cells);
  const faces = indices.length / 3;
  const body = Buffer.alloc(84 + faces * 50);
  body.writeUInt32LE(faces, 80);
  for (const [at, index] of indices.entries())
    for (let axis = 0; axis < 3; axis += 1)
      body.writeFloatLE(positions[index * 3 + axis] ?? 0, 84 + Math.floor(at / 3) * 50 + 12 + (at % 3) * 12 + axis * 4);
  return body;
}

/** The cube with a colour at each corner. */
export function makePly(cells = 1): string {
  const { positions, indices } = makeCube(cells);
  const points = Array.from({ length: positions.length / 3 }, (_, at) => positions.slice(at * 3, at * 3 + 3));
  return [
    ...['ply', 'format ascii 1.0', `element vertex ${points.length}`],
    ...['x', 'y', 'z'].map((axis) => `property float ${axis}`),
    ...['red', 'green', 'blue'].map((colour) => `property uchar ${colour}`),
    ...[`element face ${indices.length / 3}`, 'property list uchar int vertex_indices', 'end_header'],
    ...points.map((point) => `${point.join(' ')} ${point.map((value) => (value > 0 ? 255 : 40)).join(' ')}`),
    ...Array.from({ length: indices.length / 3 }, (_, at) => `3 ${indices.slice(at * 3, at * 3 + 3).join(' ')}`),
    '',
  ].join('\n');
}
