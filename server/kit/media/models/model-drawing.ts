/** Draws 3D models without a graphics card: a depth buffer, two lights, textures, seen from the front right. */

import type { Material, Node, Primitive, Scene, Texture, vec3 } from '@gltf-transform/core';
import type { Transform } from '@gltf-transform/extensions';
import sharp from 'sharp';
import { openPicture, type PictureSize } from '#server/kit/media/images.ts';

/** Drawn this much larger, then reduced, for smooth edges. */
const OVERSAMPLING = 2;
const MARGIN = 0.06;
/** Longest side of a texture, in pixels. */
const TEXTURE_SIDE = 512;
const YAW = 0.62;
const PITCH = 0.36;
/** Distance of the eye, in radii. */
const DISTANCE = 4;
const AMBIENT = 0.28;
/** Directions towards the lights, as the viewer sees them, and their strengths. */
const LIGHTS = [
  [-0.5, 0.65, 0.57, 0.6],
  [0.75, 0.1, 0.65, 0.2],
] as const;
/** Ordered dither, which draws glass as a grid that becomes even when the picture is reduced. */
const DITHER = [0.1, 0.6, 0.85, 0.35];

type Drawn = { pixels: Buffer; size: PictureSize };
type Pixels = { data: Buffer; width: number; height: number };

/** The parts of a scene, each with three numbers for every point in it. */
export function posedParts(scene: Scene): { part: Primitive; points: Float32Array }[] {
  const found: { part: Primitive; points: Float32Array }[] = [];
  scene.traverse((node) => {
    for (const part of node.getMesh()?.listPrimitives() ?? []) found.push({ part, points: posedPositions(node, part) });
  });
  return found;
}

/** Points of a part as its skin or its node places them. */
const posedPositions = (node: Node, part: Primitive): Float32Array => {
  const position = part.getAttribute('POSITION');
  const count = position?.getCount() ?? 0;
  const result = new Float32Array(count * 3);
  const [joints, weights] = [part.getAttribute('JOINTS_0'), part.getAttribute('WEIGHTS_0')];
  const skin = node.getSkin();
  const own = node.getWorldMatrix();
  const bones =
    skin && joints && weights
      ? skin.listJoints().map((joint, at) => {
          const bind = skin.getInverseBindMatrices()?.getElement(at, new Array(16).fill(0));
          return bind ? multiply(joint.getWorldMatrix(), bind) : joint.getWorldMatrix();
        })
      : null;
  const point = [0, 0, 0];
  const [bone, weight] = [
    [0, 0, 0, 0],
    [0, 0, 0, 0],
  ];
  for (let at = 0; at < count; at += 1) {
    position?.getElement(at, point);
    if (!bones) {
      addTransformed(result, at * 3, own, point, 1);
      continue;
    }
    joints?.getElement(at, bone as number[]);
    weights?.getElement(at, weight as number[]);
    for (let slot = 0; slot < 4; slot += 1) {
      const matrix = bones[bone?.[slot] ?? 0];
      const share = weight?.[slot] ?? 0;
      if (matrix && share > 0) addTransformed(result, at * 3, matrix, point, share);
    }
  }
  return result;
};

const addTransformed = (to: Float32Array, at: number, m: readonly number[], p: readonly number[], share: number) => {
  const [x, y, z] = p as [number, number, number];
  for (let row = 0; row < 3; row += 1)
    (to[at + row] as number) +=
      share * ((m[row] ?? 0) * x + (m[row + 4] ?? 0) * y + (m[row + 8] ?? 0) * z + (m[row + 12] ?? 0));
};

const multiply = (a: readonly number[], b: readonly number[]): number[] =>
  Array.from({ length: 16 }, (_, at) => {
    const [row, column] = [at % 4, at - (at % 4)];
    return [0, 1, 2, 3].reduce((sum, k) => sum + (a[row + 4 * k] ?? 0) * (b[column + k] ?? 0), 0);
  });

/** Draws a scene as RGBA pixels over transparency. */
export async function drawModel(scene: Scene, size: PictureSize): Promise<Drawn> {
  const parts = posedParts(scene);
  const width = size.width * OVERSAMPLING;
  const height = size.height * OVERSAMPLING;
  const screens = project(
    parts.map(({ points }) => points),
    width,
    height,
  );
  const canvas = {
    width,
    height,
    colours: Buffer.alloc(width * height * 4),
    depths: new Float32Array(width * height),
  };
  const textures = new Map<Texture, Pixels | null>();
  for (const [at, { part, points }] of parts.entries()) {
    const texture = part.getMaterial()?.getBaseColorTexture();
    if (texture && !textures.has(texture)) textures.set(texture, await decode(texture));
    fillPart(canvas, part, points, screens[at] as Float32Array, (texture && textures.get(texture)) ?? null);
  }
  const pixels = await sharp(canvas.colours, { raw: { width, height, channels: 4 } })
    .resize(size.width, size.height, { kernel: 'cubic' })
    .raw()
    .toBuffer();
  return { pixels, size };
}

const decode = async (texture: Texture): Promise<Pixels | null> => {
  try {
    const { data, info } = await openPicture(texture.getImage() ?? new Uint8Array())
      .resize({ width: TEXTURE_SIDE, height: TEXTURE_SIDE, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  } catch {
    return null;
  }
};

/** Turns positions into those that the viewer sees. @returns for each, pixels and 1 / depth, so that the model fills the picture */
const project = (lists: readonly Float32Array[], width: number, height: number): Float32Array[] => {
  const [cosY, sinY, cosP, sinP] = [Math.cos(YAW), Math.sin(YAW), Math.cos(PITCH), Math.sin(PITCH)];
  for (const points of lists) {
    for (let at = 0; at < points.length; at += 3) {
      const [x, y, z] = [points[at] as number, points[at + 1] as number, points[at + 2] as number];
      const front = sinY * x + cosY * z;
      points[at] = cosY * x - sinY * z;
      points[at + 1] = cosP * y - sinP * front;
      points[at + 2] = sinP * y + cosP * front;
    }
  }
  const { low, high } = rangeOf(lists);
  const middle = low.map((least, axis) => (least + (high[axis] as number)) / 2) as vec3;
  const radius = Math.hypot(...low.map((least, axis) => (high[axis] as number) - least)) / 2 || 1;
  const screens = lists.map((points) => {
    const screen = new Float32Array(points.length);
    for (let at = 0; at < points.length; at += 3) {
      const near = 1 / (DISTANCE - ((points[at + 2] as number) - middle[2]) / radius);
      screen[at] = (((points[at] as number) - middle[0]) / radius) * near;
      screen[at + 1] = (((points[at + 1] as number) - middle[1]) / radius) * near;
      screen[at + 2] = near;
    }
    return screen;
  });
  const seen = rangeOf(screens);
  const [left, top] = [seen.low[0] as number, seen.high[1] as number];
  const [spanX, spanY] = [(seen.high[0] as number) - left, top - (seen.low[1] as number)];
  const scale = Math.min(width / (spanX || 1e-9), height / (spanY || 1e-9)) * (1 - 2 * MARGIN);
  for (const screen of screens) {
    for (let at = 0; at < screen.length; at += 3) {
      screen[at] = (width - spanX * scale) / 2 + ((screen[at] as number) - left) * scale;
      screen[at + 1] = (height - spanY * scale) / 2 + (top - (screen[at + 1] as number)) * scale;
    }
  }
  return screens;
};

/** Smallest and largest value on each axis. */
export function rangeOf(lists: Iterable<Float32Array>): { low: number[]; high: number[] } {
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = low.map((value) => -value);
  for (const points of lists) {
    for (let at = 0; at < points.length; at += 1) {
      const value = points[at] as number;
      const axis = at % 3;
      if (value < (low[axis] as number)) low[axis] = value;
      if (value > (high[axis] as number)) high[axis] = value;
    }
  }
  return { low, high };
}

const LINEAR = Float32Array.from({ length: 256 }, (_, level) => (level / 255) ** 2.2);
const toLevel = (light: number): number => Math.min(255, Math.round(255 * Math.max(0, light) ** (1 / 2.2)));

type Canvas = { width: number; height: number; colours: Buffer; depths: Float32Array };

const fillPart = (
  canvas: Canvas,
  part: Primitive,
  points: Float32Array,
  screen: Float32Array,
  texture: Pixels | null,
): void => {
  const material = part.getMaterial();
  const base = material?.getBaseColorFactor() ?? [0.5, 0.5, 0.5, 1];
  const glow = material?.getEmissiveFactor() ?? [0, 0, 0];
  const cutoff = cutoffOf(material);
  const info = material?.getBaseColorTextureInfo();
  const places = part.getAttribute(`TEXCOORD_${info?.getTexCoord() ?? 0}`);
  const uvs = texture && places ? flat(places, 2) : null;
  const moved = info?.getExtension<Transform>('KHR_texture_transform');
  const [du, dv, su, sv] = [...(moved?.getOffset() ?? [0, 0]), ...(moved?.getScale() ?? [1, 1])] as [
    number,
    number,
    number,
    number,
  ];
  const tint = part.getAttribute('COLOR_0');
  const tints = tint ? flat(tint, 3) : null;
  const indices = part.getIndices()?.getArray() ?? Uint32Array.from({ length: points.length / 3 }, (_, at) => at);
  // Parts without normals are meant to show their facets.
  const smooth = part.getAttribute('NORMAL') ? vertexNormals(points, indices) : null;
  const shade = [0, 0, 0];
  const { width, height, colours, depths } = canvas;
  for (let first = 0; first + 2 < indices.length; first += 3) {
    const [a, b, c] = [indices[first], indices[first + 1], indices[first + 2]] as vec3;
    const [ax, ay, az] = [screen[a * 3], screen[a * 3 + 1], screen[a * 3 + 2]] as unknown as vec3;
    const [bx, by, bz] = [screen[b * 3], screen[b * 3 + 1], screen[b * 3 + 2]] as unknown as vec3;
    const [cx, cy, cz] = [screen[c * 3], screen[c * 3 + 1], screen[c * 3 + 2]] as unknown as vec3;
    const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
    if (!Number.isFinite(area) || area === 0) continue;
    const facet = smooth ? null : facetNormal(points, a, b, c);
    const fromX = Math.max(0, Math.floor(Math.min(ax, bx, cx)));
    const toX = Math.min(width - 1, Math.ceil(Math.max(ax, bx, cx)));
    const fromY = Math.max(0, Math.floor(Math.min(ay, by, cy)));
    const toY = Math.min(height - 1, Math.ceil(Math.max(ay, by, cy)));
    for (let y = fromY; y <= toY; y += 1) {
      for (let x = fromX; x <= toX; x += 1) {
        const u = ((cx - bx) * (y + 0.5 - by) - (cy - by) * (x + 0.5 - bx)) / area;
        const v = ((ax - cx) * (y + 0.5 - cy) - (ay - cy) * (x + 0.5 - cx)) / area;
        const w = 1 - u - v;
        if (u < 0 || v < 0 || w < 0) continue;
        const near = u * az + v * bz + w * cz;
        const at = y * width + x;
        if (near <= (depths[at] as number)) continue;
        const [pa, pb, pc] = [(u * az) / near, (v * bz) / near, (w * cz) / near];
        let [red, green, blue, alpha] = base as [number, number, number, number];
        if (uvs && texture) {
          const tu = du + su * (pa * (uvs[a * 2] ?? 0) + pb * (uvs[b * 2] ?? 0) + pc * (uvs[c * 2] ?? 0));
          const tv = dv + sv * (pa * (uvs[a * 2 + 1] ?? 0) + pb * (uvs[b * 2 + 1] ?? 0) + pc * (uvs[c * 2 + 1] ?? 0));
          const column = Math.min(texture.width - 1, Math.floor((tu - Math.floor(tu)) * texture.width));
          const row = Math.min(texture.height - 1, Math.floor((tv - Math.floor(tv)) * texture.height));
          const texel = (row * texture.width + column) * 4;
          red *= LINEAR[texture.data[texel] ?? 0] ?? 0;
          green *= LINEAR[texture.data[texel + 1] ?? 0] ?? 0;
          blue *= LINEAR[texture.data[texel + 2] ?? 0] ?? 0;
          alpha *= (texture.data[texel + 3] ?? 255) / 255;
        }
        if (alpha < (cutoff ?? DITHER[(y % 2) * 2 + (x % 2)] ?? 0)) continue;
        if (tints) {
          red *= pa * (tints[a * 3] ?? 1) + pb * (tints[b * 3] ?? 1) + pc * (tints[c * 3] ?? 1);
          green *= pa * (tints[a * 3 + 1] ?? 1) + pb * (tints[b * 3 + 1] ?? 1) + pc * (tints[c * 3 + 1] ?? 1);
          blue *= pa * (tints[a * 3 + 2] ?? 1) + pb * (tints[b * 3 + 2] ?? 1) + pc * (tints[c * 3 + 2] ?? 1);
        }
        if (smooth)
          for (let axis = 0; axis < 3; axis += 1)
            shade[axis] =
              pa * (smooth[a * 3 + axis] ?? 0) + pb * (smooth[b * 3 + axis] ?? 0) + pc * (smooth[c * 3 + axis] ?? 0);
        const light = lightOn(facet ?? shade);
        depths[at] = near;
        colours[at * 4] = toLevel(red * light + (glow[0] ?? 0));
        colours[at * 4 + 1] = toLevel(green * light + (glow[1] ?? 0));
        colours[at * 4 + 2] = toLevel(blue * light + (glow[2] ?? 0));
        colours[at * 4 + 3] = 255;
      }
    }
  }
};

/** Below this, a point is not drawn; null for glass. */
const cutoffOf = (material: Material | null): number | null => {
  if (material?.getAlphaMode() === 'BLEND') return null;
  return material?.getAlphaMode() === 'MASK' ? material.getAlphaCutoff() : 0;
};

const flat = (accessor: NonNullable<ReturnType<Primitive['getAttribute']>>, size: number): Float32Array => {
  const result = new Float32Array(accessor.getCount() * size);
  const element: number[] = [];
  for (let at = 0; at < accessor.getCount(); at += 1) {
    accessor.getElement(at, element);
    for (let k = 0; k < size; k += 1) result[at * size + k] = element[k] ?? 0;
  }
  return result;
};

/** As long as the triangle is large. */
const facetNormal = (points: Float32Array, a: number, b: number, c: number): vec3 => {
  const at = (corner: number, axis: number): number => points[corner * 3 + axis] ?? 0;
  const [ux, uy, uz] = [at(b, 0) - at(a, 0), at(b, 1) - at(a, 1), at(b, 2) - at(a, 2)];
  const [vx, vy, vz] = [at(c, 0) - at(a, 0), at(c, 1) - at(a, 1), at(c, 2) - at(a, 2)];
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
};

/** The mean of the triangles around each point; points at hard edges are there once for each side. */
const vertexNormals = (points: Float32Array, indices: ArrayLike<number>): Float32Array => {
  const normals = new Float32Array(points.length);
  for (let first = 0; first + 2 < indices.length; first += 3) {
    const corners = [indices[first], indices[first + 1], indices[first + 2]] as vec3;
    const normal = facetNormal(points, ...corners);
    for (const corner of corners)
      for (let axis = 0; axis < 3; axis += 1) (normals[corner * 3 + axis] as number) += normal[axis] as number;
  }
  for (let at = 0; at < normals.length; at += 3) {
    const length = Math.hypot(normals[at] ?? 0, normals[at + 1] ?? 0, normals[at + 2] ?? 0) || 1;
    for (let axis = 0; axis < 3; axis += 1) (normals[at + axis] as number) /= length;
  }
  return normals;
};

/** Both sides of a surface are lit. */
const lightOn = ([x = 0, y = 0, z = 0]: readonly number[]): number => {
  const length = (Math.hypot(x, y, z) || 1) * (z < 0 ? -1 : 1);
  return LIGHTS.reduce(
    (sum, [lx, ly, lz, strength]) => sum + strength * Math.max(0, (x * lx + y * ly + z * lz) / length),
    AMBIENT,
  );
};
