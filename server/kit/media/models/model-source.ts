/** Parses uploaded 3D models. Runs in a child process: see image-reader.ts. Nothing that a file refers to is ever loaded. */

import {
  Document,
  type Extension,
  GLB_BUFFER,
  type GLTF,
  Logger,
  NodeIO,
  type Primitive,
  type vec4,
} from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import draco from 'draco3dgltf';
import { MeshoptDecoder } from 'meshoptimizer';
import { type BufferGeometry, type Group, Mesh } from 'three';
import { OBJLoader } from 'three/addons/loaders/OBJLoader.js';
import { PLYLoader } from 'three/addons/loaders/PLYLoader.js';
import { STLLoader } from 'three/addons/loaders/STLLoader.js';
import type { ModelFormat } from '#server/kit/media/file-kind.ts';
import { ModelRefused } from './model-refused.ts';

/** Counted with repeated parts. */
export const MAX_TRIANGLES = 5_000_000;
/** Bytes of all numbers once they are unpacked. */
const MAX_UNPACKED = 256 * 1024 * 1024;
const MAX_NODES = 20_000;
const MAX_DEPTH = 500;
const MAX_INSTANCES = 20_000;
const MAX_MISSING = 20;
const GLB_HEAD = 12;
const CHUNK_HEAD = 8;
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;

/** Colours of parts without a material. */
const GREY: vec4 = [0.5, 0.5, 0.5, 1];
const WHITE: vec4 = [1, 1, 1, 1];

export type ModelSource = {
  document: Document;
  /** Names of the files that the model refers to. */
  missing: string[];
  /** Null if the format does not say how long a unit is. */
  unit: 'm' | null;
};

/** @throws ModelRefused, and other errors for damaged files */
export async function parseModel(bytes: Buffer, format: ModelFormat): Promise<ModelSource> {
  if (format === 'glb') return await parseGltf(...splitGlb(bytes));
  if (format === 'gltf') return await parseGltf(bytes, null);
  const document = new Document().setLogger(new Logger(Logger.Verbosity.SILENT));
  const builder = createBuilder(document);
  const missing: string[] = [];
  if (format === 'obj') {
    const text = bytes.toString();
    const group = new OBJLoader().parse(text) as Group & { materialLibraries: string[] };
    // The loader makes normals up where there are none. Without any, browsers draw facets.
    const hasNormals = /^vn\s/m.test(text);
    group.traverse((object) => {
      if (!(object instanceof Mesh)) return;
      const geometry = object.geometry as BufferGeometry;
      if (!hasNormals) geometry.deleteAttribute('normal');
      const materials = [object.material].flat() as { name: string }[];
      const groups = geometry.groups.length > 0 ? geometry.groups : [{ start: 0, count: Number.POSITIVE_INFINITY }];
      for (const { start, count, materialIndex = 0 } of groups as BufferGeometry['groups'])
        builder.add(geometry, materials[materialIndex]?.name ?? '', start, count);
    });
    noteMissing(missing, group.materialLibraries);
  } else if (format === 'stl') {
    const faces = bytes.length >= 84 ? bytes.readUInt32LE(80) : 0;
    const isText =
      /^\S{0,4}\s*solid/.test(bytes.subarray(0, 16).toString('latin1')) && bytes.length !== 84 + faces * 50;
    if (!isText && bytes.length < 84 + faces * 50) throw new ModelRefused('damaged');
    const geometry = new STLLoader().parse(bufferOf(bytes));
    geometry.deleteAttribute('normal');
    // Printers' files have Z up.
    geometry.rotateX(-Math.PI / 2);
    builder.add(geometry, '');
  } else {
    const head = bytes.subarray(0, 4096).toString('latin1');
    const counts = [...head.matchAll(/^element \w+ (\d+)/gm)].map(([, count]) => Number(count));
    if (Math.max(0, ...counts) > MAX_TRIANGLES * 2) throw new ModelRefused('triangles');
    const geometry = new PLYLoader().parse(bufferOf(bytes));
    if (!geometry.index) throw new ModelRefused('empty');
    builder.add(geometry, '');
  }
  return { document, missing, unit: null };
}

const bufferOf = (bytes: Buffer): ArrayBuffer =>
  bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;

/** Builds one mesh from geometries of three. */
const createBuilder = (document: Document) => {
  const buffer = document.createBuffer();
  const mesh = document.createMesh();
  document.createScene().addChild(document.createNode().setMesh(mesh));
  const materials = new Map<string, ReturnType<Document['createMaterial']>>();
  const kinds = [
    ['position', 'POSITION', 3],
    ['normal', 'NORMAL', 3],
    ['uv', 'TEXCOORD_0', 2],
    ['color', 'COLOR_0', 3],
  ] as const;
  const material = (name: string, base: vec4) => {
    const made =
      materials.get(name) ??
      document
        .createMaterial(name)
        .setRoughnessFactor(0.7)
        .setMetallicFactor(0)
        .setDoubleSided(true)
        .setBaseColorFactor(base);
    materials.set(name, made);
    return made;
  };
  return {
    add(geometry: BufferGeometry, materialName: string, start = 0, count = Number.POSITIVE_INFINITY): void {
      const base = geometry.hasAttribute('color') ? WHITE : GREY;
      const part = document.createPrimitive().setMaterial(material(materialName, base));
      const isIndexed = geometry.index !== null;
      for (const [own, name, size] of kinds) {
        const attribute = geometry.getAttribute(own);
        if (!attribute || attribute.itemSize !== size) continue;
        const array = Float32Array.from(attribute.array, (_, at) =>
          attribute.getComponent(Math.floor(at / size), at % size),
        );
        const kept = isIndexed ? array : array.slice(start * size, (start + count) * size);
        part.setAttribute(
          name,
          document
            .createAccessor()
            .setType(size === 3 ? 'VEC3' : 'VEC2')
            .setBuffer(buffer)
            .setArray(kept),
        );
      }
      if (!part.getAttribute('POSITION')?.getCount()) return;
      if (geometry.index) {
        const indices = Uint32Array.from(geometry.index.array);
        part.setIndices(document.createAccessor().setBuffer(buffer).setArray(indices));
      }
      mesh.addPrimitive(part);
    },
  };
};

type Json = GLTF.IGLTF;

/** The two parts of a GLB file. */
const splitGlb = (bytes: Buffer): [json: Buffer, binary: Buffer | null] => {
  if (bytes.toString('latin1', 0, 4) !== 'glTF') throw new ModelRefused('damaged');
  const chunks = new Map<number, Buffer>();
  for (let at = GLB_HEAD; at + CHUNK_HEAD <= bytes.length; ) {
    const length = bytes.readUInt32LE(at);
    const kind = bytes.readUInt32LE(at + 4);
    const start = at + CHUNK_HEAD;
    if (start + length > bytes.length) throw new ModelRefused('damaged');
    if (!chunks.has(kind)) chunks.set(kind, bytes.subarray(start, start + length));
    at = start + length;
  }
  const json = chunks.get(JSON_CHUNK);
  if (!json) throw new ModelRefused('damaged');
  return [json, chunks.get(BINARY_CHUNK) ?? null];
};

const parseGltf = async (text: Buffer, binary: Buffer | null): Promise<ModelSource> => {
  const json = JSON.parse(text.toString().replace(/^\ufeff/, '')) as Json;
  const missing: string[] = [];
  const lost = cutOutside(json, missing);
  if (lost.length > 0) throw new ModelRefused('files', lost);
  checkSize(json);
  checkTree(json.nodes ?? []);
  const known = new Set(ALL_EXTENSIONS.map(({ EXTENSION_NAME }) => EXTENSION_NAME));
  if ((json.extensionsRequired ?? []).some((name) => !known.has(name))) throw new ModelRefused('extension');
  await MeshoptDecoder.ready;
  const io = new NodeIO()
    .setLogger(new Logger(Logger.Verbosity.SILENT))
    .registerExtensions(ALL_EXTENSIONS as (typeof Extension)[])
    .registerDependencies({ 'meshopt.decoder': MeshoptDecoder, 'draco3d.decoder': await draco.createDecoderModule() });
  const resources: Record<string, Uint8Array<ArrayBuffer>> = binary ? { [GLB_BUFFER]: new Uint8Array(binary) } : {};
  const document = await io.readJSON({ json, resources });
  return { document, missing, unit: 'm' };
};

/** Removes references to other files. @returns the names of those that hold the shape */
const cutOutside = (json: Json, missing: string[]): string[] => {
  const isOutside = (uri: unknown): uri is string => uri !== undefined && !/^data:/i.test(String(uri));
  const lost: string[] = [];
  noteMissing(lost, (json.buffers ?? []).map(({ uri }) => uri).filter(isOutside));
  for (const image of json.images ?? []) {
    if (!isOutside(image.uri)) continue;
    noteMissing(missing, [image.uri]);
    // Not a picture, so it is dropped with those that are damaged.
    image.uri = 'data:,';
  }
  return lost;
};

/** Keeps the names of files, without their folders. */
function noteMissing(missing: string[], uris: readonly string[]): void {
  for (const uri of uris) {
    const last = uri.split(/[?#]/)[0]?.split(/[/\\]/).at(-1) ?? '';
    const name = safeDecode(last)
      .replace(/[\p{Cc}\p{Cf}]/gu, '')
      .trim()
      .slice(0, 80);
    if (name && !missing.includes(name) && missing.length < MAX_MISSING) missing.push(name);
  }
}

const safeDecode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Files can claim to be much larger than they are. */
const checkSize = (json: Json): void => {
  const sizes = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 };
  let bytes = 0;
  for (const { type, count } of json.accessors ?? []) bytes += 4 * Number(count) * (sizes[type] ?? 16);
  for (const view of json.bufferViews ?? []) {
    for (const extension of Object.values(view.extensions ?? {})) {
      const { count = 0, byteStride = 0 } = extension as { count?: number; byteStride?: number };
      bytes += count * byteStride;
    }
  }
  if (!(bytes <= MAX_UNPACKED)) throw new ModelRefused('triangles');
  for (const node of json.nodes ?? []) {
    const instancing = node.extensions?.EXT_mesh_gpu_instancing as { attributes?: Record<string, number> } | undefined;
    for (const at of Object.values(instancing?.attributes ?? {}))
      if ((json.accessors?.[at]?.count ?? 0) > MAX_INSTANCES) throw new ModelRefused('complex');
  }
};

/** Refuses nodes that contain themselves. */
const checkTree = (nodes: readonly GLTF.INode[]): void => {
  if (nodes.length > MAX_NODES) throw new ModelRefused('complex');
  const parents = new Map<number, number>();
  for (const [at, { children = [] }] of nodes.entries()) {
    for (const child of children) {
      if (parents.has(child) || !nodes[child]) throw new ModelRefused('damaged');
      parents.set(child, at);
    }
  }
  for (let at = 0; at < nodes.length; at += 1) {
    let depth = 0;
    for (let up = parents.get(at); up !== undefined; up = parents.get(up)) {
      depth += 1;
      if (depth > MAX_DEPTH) throw new ModelRefused('damaged');
    }
  }
};

/** How a part is drawn: as triangles, strips (5) or fans (6). Lower modes are points and lines. */
export const TRIANGLES = 4;

/** Whether a part has surfaces, and not only points or lines. */
export function hasSurface(part: Primitive): boolean {
  return part.getMode() >= TRIANGLES && part.getAttribute('POSITION') !== null;
}
