// Applies LUTs to a plate or to the person's own footage with WebGL 2, by tetrahedral interpolation like the server (kit/media/luts/cube-file.ts).
import { createPace, createShrinker, linkProgram } from '#client/features/resources/stage/webgl.ts';
import { CONVERSION, type Conversion } from './conversion.ts';

/** A LUT as the server sends it. */
export type LutTable = {
  dimensions: 1 | 3;
  /** Points per axis. */
  size: number;
  /** Red, green and blue of each point as float16; in three dimensions red varies fastest. */
  points: Uint16Array;
};

/** @throws if the bytes are not a whole table */
export function parseLutTable(bytes: ArrayBuffer): LutTable {
  const end = new Uint8Array(bytes).indexOf(10) + 1;
  const { dimensions, size } = JSON.parse(new TextDecoder().decode(bytes.slice(0, end)));
  const points = new Uint16Array(bytes, end);
  if (points.length !== size ** dimensions * 3) throw new Error('The table of the LUT is not complete.');
  return { dimensions, size, points };
}

// Strength mixes with the finished picture and not with the shot, because log footage is grey before any LUT.
const FRAGMENT = `#version 300 es
precision highp float;
precision highp sampler3D;
uniform sampler2D shot;
uniform sampler2D finished;
uniform sampler3D leftLut;
uniform sampler3D rightLut;
uniform int leftDimensions;
uniform int rightDimensions;
uniform float divider;
uniform float strength;
uniform int footage;
in vec2 at;
out vec4 colour;
${CONVERSION}

vec3 curves(sampler3D lut, vec3 p, ivec3 low) {
  vec3 part = p - vec3(low);
  vec3 from = vec3(texelFetch(lut, ivec3(low.r, 0, 0), 0).r, texelFetch(lut, ivec3(low.g, 0, 0), 0).g,
    texelFetch(lut, ivec3(low.b, 0, 0), 0).b);
  vec3 to = vec3(texelFetch(lut, ivec3(low.r + 1, 0, 0), 0).r, texelFetch(lut, ivec3(low.g + 1, 0, 0), 0).g,
    texelFetch(lut, ivec3(low.b + 1, 0, 0), 0).b);
  return mix(from, to, part);
}

vec3 tetrahedral(sampler3D lut, vec3 p, ivec3 low) {
  vec3 f = p - vec3(low);
  float most = max(f.r, max(f.g, f.b));
  float least = min(f.r, min(f.g, f.b));
  float middle = f.r + f.g + f.b - most - least;
  ivec3 first = f.r == most ? ivec3(1, 0, 0) : f.g == most ? ivec3(0, 1, 0) : ivec3(0, 0, 1);
  ivec3 last = f.b == least ? ivec3(0, 0, 1) : f.g == least ? ivec3(0, 1, 0) : ivec3(1, 0, 0);
  return (1.0 - most) * texelFetch(lut, low, 0).rgb
    + (most - middle) * texelFetch(lut, low + first, 0).rgb
    + (middle - least) * texelFetch(lut, low + ivec3(1) - last, 0).rgb
    + least * texelFetch(lut, low + ivec3(1), 0).rgb;
}

vec3 finishedOf(vec3 shown) {
  return footage == 0 ? texture(finished, at).rgb : footage == 3 ? converted(shown) : shown;
}

vec3 graded(sampler3D lut, int dimensions, vec3 shown) {
  vec3 before = footage == 2 ? converted(shown) : shown;
  int size = textureSize(lut, 0).x;
  vec3 p = before * float(size - 1);
  ivec3 low = min(ivec3(p), ivec3(size - 2));
  vec3 after = dimensions == 1 ? curves(lut, p, low) : tetrahedral(lut, p, low);
  return mix(finishedOf(shown), clamp(after, 0.0, 1.0), strength);
}

void main() {
  vec3 shown = texture(shot, at).rgb;
  vec3 drawn = at.x >= divider ? graded(rightLut, rightDimensions, shown)
    : leftDimensions == 0 ? shown : graded(leftLut, leftDimensions, shown);
  colour = vec4(drawn, 1.0);
}`;

/** What the shot is: a plate with a finished picture of its own, or footage that is converted for display or for the LUT, or not at all. */
const FOOTAGE = { plate: 0, plain: 1, 'for the LUT': 2, 'for display': 3 } as const;
export type ConvertedFor = Exclude<keyof typeof FOOTAGE, 'plate'>;

export type LutDrawer = {
  /** @param shot as the camera recorded it @param finished as it looks without a LUT */
  setPlate(shot: TexImageSource, finished: TexImageSource): void;
  /** Sets footage as the shot. What is finished is computed from it. */
  setFootage(convertedFor: ConvertedFor, conversion: Conversion | null): void;
  /** Whether the last drawing is finished. Later ones would wait for it. */
  isFree(): boolean;
  /** Sets the picture or the frame of the footage. */
  setFrame(frame: TexImageSource): void;
  /** Sets the LUT of a side. Without one, the left side shows the shot. @returns whether the graphics card can hold it */
  setLut(side: 'left' | 'right', lut: LutTable | null): boolean;
  /** `divider` is the share of the picture left of it, `strength` that of the LUT, both 0 to 1. */
  draw(shown: { divider: number; strength: number }): void;
  /** The whole picture after the LUT in a smaller size, as RGBA from the lowest row up. */
  read(width: number, height: number, strength: number): Uint8ClampedArray;
  end(): void;
};

const UNITS = ['shot', 'finished', 'leftLut', 'rightLut', 'light', 'values'] as const;

/** @returns null if the browser has no WebGL 2 */
export function createLutDrawer(canvas: HTMLCanvasElement | OffscreenCanvas): LutDrawer | null {
  const gl = canvas.getContext('webgl2', {
    alpha: false,
    preserveDrawingBuffer: true,
  }) as WebGL2RenderingContext | null;
  const program = gl && linkProgram(gl, FRAGMENT);
  if (!gl || !program) return null;
  // biome-ignore lint/correctness/useHookAtTopLevel: not a hook
  gl.useProgram(program);
  const place = (name: string) => gl.getUniformLocation(program, name);
  const textures = UNITS.map((name, unit) => {
    const texture = gl.createTexture();
    gl.uniform1i(place(name), unit);
    gl.activeTexture(gl.TEXTURE0 + unit);
    const target = name.endsWith('Lut') ? gl.TEXTURE_3D : gl.TEXTURE_2D;
    gl.bindTexture(target, texture);
    for (const side of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(target, side, gl.NEAREST);
    for (const side of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(target, side, gl.CLAMP_TO_EDGE);
    return texture;
  });
  const pace = createPace(gl);
  const shrink = createShrinker();
  const small = gl.createTexture();
  const frame = gl.createFramebuffer();
  gl.pixelStorei(gl.UNPACK_COLORSPACE_CONVERSION_WEBGL, gl.NONE);
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 2);
  const select = (name: (typeof UNITS)[number]) => gl.activeTexture(gl.TEXTURE0 + UNITS.indexOf(name));
  const setLut: LutDrawer['setLut'] = (side, lut) => {
    const { dimensions, size, points } = lut ?? { dimensions: 0, size: 2, points: new Uint16Array(6) };
    if (size > gl.getParameter(gl.MAX_3D_TEXTURE_SIZE)) return false;
    const [height, depth] = dimensions === 3 ? [size, size] : [1, 1];
    select(`${side}Lut`);
    gl.texImage3D(gl.TEXTURE_3D, 0, gl.RGB16F, size, height, depth, 0, gl.RGB, gl.HALF_FLOAT, points);
    gl.uniform1i(place(`${side}Dimensions`), dimensions);
    return true;
  };
  const setPicture = (name: 'shot' | 'finished', picture: TexImageSource, filter: number): void => {
    select(name);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, picture);
    for (const side of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, side, filter);
  };
  const setPoints = (name: 'light' | 'values', points: Float32Array): void => {
    select(name);
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.R32F, points.length, 1, 0, gl.RED, gl.FLOAT, points);
  };
  const drawIn = (width: number, height: number, divider: number, strength: number): void => {
    gl.viewport(0, 0, width, height);
    gl.uniform1f(places.divider, divider);
    gl.uniform1f(places.strength, strength);
    gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
  };
  const places = { divider: place('divider'), strength: place('strength'), footage: place('footage') };
  setLut('left', null);
  setLut('right', null);
  // Browsers complain about textures without content, even if the shader doesn't read them.
  for (const name of ['light', 'values'] as const) setPoints(name, new Float32Array(2));
  for (const name of ['shot', 'finished'] as const) setPicture(name, new ImageData(1, 1), gl.NEAREST);
  return {
    setLut,
    setPlate(shot, finished) {
      gl.uniform1i(places.footage, FOOTAGE.plate);
      setPicture('shot', shot, gl.NEAREST);
      setPicture('finished', finished, gl.NEAREST);
    },
    setFootage(convertedFor, conversion) {
      gl.uniform1i(places.footage, FOOTAGE[convertedFor]);
      if (!conversion) return;
      setPoints('light', conversion.light);
      setPoints('values', conversion.values);
      gl.uniformMatrix3fv(place('gamut'), false, conversion.gamut);
    },
    // The canvas may be smaller than the footage.
    setFrame: (picture) => setPicture('shot', shrink(picture, canvas.width), gl.LINEAR),
    draw({ divider, strength }) {
      drawIn(gl.drawingBufferWidth, gl.drawingBufferHeight, divider, strength);
      pace.mark();
    },
    isFree: pace.isFree,
    read(width, height, strength) {
      const pixels = new Uint8ClampedArray(width * height * 4);
      gl.activeTexture(gl.TEXTURE0 + UNITS.length);
      gl.bindTexture(gl.TEXTURE_2D, small);
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, width, height, 0, gl.RGBA, gl.UNSIGNED_BYTE, null);
      gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
      gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, small, 0);
      drawIn(width, height, 0, strength);
      gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(pixels.buffer));
      gl.bindFramebuffer(gl.FRAMEBUFFER, null);
      return pixels;
    },
    end() {
      for (const texture of [...textures, small]) gl.deleteTexture(texture);
      gl.deleteFramebuffer(frame);
      gl.deleteProgram(program);
    },
  };
}
