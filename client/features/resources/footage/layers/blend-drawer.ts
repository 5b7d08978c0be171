// Draws a layer over footage, or a transition between two clips, in one pass of WebGL 2. Knows nothing of players.
import { createPace, createShrinker, linkProgram } from '#client/features/resources/stage/webgl.ts';
import { BLEND_MODES, type BlendMode } from './blend.ts';

/** A picture that fills the frame as far as its shape allows. */
export type FramePicture = {
  source: TexImageSource;
  /** Size as shown, in pixels; only the shape matters. */
  width: number;
  height: number;
};

/** A layer. `width` and `height` are those of what it shows: of a stacked clip, without the half that holds the alpha. */
export type LayerPicture = FramePicture & {
  /** Whether the source has its colours above, multiplied by alpha, and its alpha below (stage/clip/stacked-frames.ts). */
  isStacked: boolean;
};

export const TRANSITION_KINDS = ['over', 'luma', 'alpha'] as const;
/** `over`: the layer covers a cut. `luma`, `alpha`: the layer's brightness or alpha is the share of the second clip. */
export type TransitionKind = (typeof TRANSITION_KINDS)[number];

export type BlendScene = {
  base: FramePicture;
  /** The clip that a transition goes to. */
  next?: FramePicture | null;
  /** Null while it is hidden, or before its start and after its end. */
  layer: LayerPicture | null;
  mode: BlendMode;
  /** 0 to 1. */
  opacity: number;
  /** 1: as large as fits into the frame. */
  scale: number;
  /** Offset of the layer's centre from that of the frame, as shares of its width and height; positive is right and down. */
  x: number;
  y: number;
  /** `isAfterCut` says which clip shows where the layer isn't. Mattes always fill the frame. */
  transition?: { kind: TransitionKind; isAfterCut: boolean; isInverted: boolean };
};

const FRAGMENT = `#version 300 es
precision highp float;
uniform sampler2D base;
uniform sampler2D next;
uniform sampler2D layer;
uniform vec2 baseSize;
uniform vec2 nextSize;
uniform vec2 layerSize;
uniform vec2 offset;
uniform bool hasLayer;
uniform bool isStacked;
uniform bool isAfterCut;
uniform bool isInverted;
uniform float seam;
uniform float opacity;
uniform int mode;
uniform int matte;
in vec2 at;
out vec4 colour;

vec3 fitted(sampler2D picture, vec2 size) {
  vec2 place = (at - 0.5) / size + 0.5;
  bool isInside = all(greaterThanEqual(place, vec2(0.0))) && all(lessThanEqual(place, vec2(1.0)));
  return isInside ? texture(picture, place).rgb : vec3(0.0);
}

// Colours multiplied by alpha.
vec4 layerAt(vec2 place) {
  if (any(lessThan(place, vec2(0.0))) || any(greaterThan(place, vec2(1.0)))) return vec4(0.0);
  if (!isStacked) return texture(layer, place);
  float top = min(place.y * 0.5, 0.5 - seam);
  float bottom = max(place.y * 0.5 + 0.5, 0.5 + seam);
  float alpha = texture(layer, vec2(place.x, bottom)).g;
  return vec4(min(texture(layer, vec2(place.x, top)).rgb, vec3(alpha)), alpha);
}

float softLight(float b, float s) {
  if (s <= 0.5) return b - (1.0 - 2.0 * s) * b * (1.0 - b);
  float lit = b <= 0.25 ? ((16.0 * b - 12.0) * b + 4.0) * b : sqrt(b);
  return b + (2.0 * s - 1.0) * (lit - b);
}

vec3 blended(vec3 b, vec3 s) {
  if (mode == 0) return s;
  if (mode == 1) return 1.0 - (1.0 - b) * (1.0 - s);
  if (mode == 2) return min(vec3(1.0), b + s);
  if (mode == 3) return b * s;
  if (mode == 4) return mix(1.0 - 2.0 * (1.0 - b) * (1.0 - s), 2.0 * b * s, vec3(lessThan(b, vec3(0.5))));
  return vec3(softLight(b.r, s.r), softLight(b.g, s.g), softLight(b.b, s.b));
}

void main() {
  vec3 first = fitted(base, baseSize);
  vec3 second = fitted(next, nextSize);
  vec3 under = isAfterCut ? second : first;
  if (!hasLayer) {
    colour = vec4(under, 1.0);
    return;
  }
  vec4 over = layerAt((at - 0.5 - offset) / layerSize + 0.5);
  if (matte > 0) {
    float share = matte == 1 ? dot(over.rgb, vec3(0.2126, 0.7152, 0.0722)) : over.a;
    colour = vec4(mix(first, second, isInverted ? 1.0 - share : share), 1.0);
    return;
  }
  vec3 straight = over.a > 0.0 ? min(over.rgb / over.a, vec3(1.0)) : vec3(0.0);
  colour = vec4(mix(under, blended(under, straight), over.a * opacity), 1.0);
}`;

export type BlendDrawer = {
  /** Draws into the whole canvas. Sources that have no frame yet keep their last one. */
  draw(scene: BlendScene): void;
  /** Whether the last drawing is finished. Later ones would wait for it. */
  isFree(): boolean;
  end(): void;
};

const UNITS = ['base', 'next', 'layer'] as const;
type Unit = (typeof UNITS)[number];

const hasFrame = (source: TexImageSource): boolean => {
  if (source instanceof HTMLVideoElement) return source.readyState >= 2 && source.videoWidth > 0;
  return !(source instanceof HTMLImageElement) || (source.complete && source.naturalWidth > 0);
};

/** Rows of the source; a video's own height, not that of its element. */
const rowsOf = (source: TexImageSource): number =>
  source instanceof HTMLVideoElement ? source.videoHeight : (source as { height: number }).height;

const isStill = (source: TexImageSource): boolean =>
  source instanceof HTMLImageElement || (typeof ImageBitmap !== 'undefined' && source instanceof ImageBitmap);

/** Width and height of a picture that is fitted into a frame, as shares of the frame's. */
export function fittedShares(
  picture: { width: number; height: number },
  frame: { width: number; height: number },
): [width: number, height: number] {
  const shape = picture.width / picture.height / (frame.width / frame.height);
  if (!Number.isFinite(shape) || shape <= 0) return [1, 1];
  return shape >= 1 ? [1, 1 / shape] : [shape, 1];
}

/** @returns null if the browser has no WebGL 2 */
export function createBlendDrawer(canvas: HTMLCanvasElement): BlendDrawer | null {
  const gl = canvas.getContext('webgl2', { alpha: false, preserveDrawingBuffer: true });
  const program = gl && linkProgram(gl, FRAGMENT);
  if (!gl || !program) return null;
  // biome-ignore lint/correctness/useHookAtTopLevel: not a hook
  gl.useProgram(program);
  const places = new Map<string, WebGLUniformLocation | null>();
  const place = (name: string): WebGLUniformLocation | null => {
    if (!places.has(name)) places.set(name, gl.getUniformLocation(program, name));
    return places.get(name) ?? null;
  };
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true);
  const textures = UNITS.map((name, unit) => {
    const texture = gl.createTexture();
    gl.uniform1i(place(name), unit);
    gl.activeTexture(gl.TEXTURE0 + unit);
    gl.bindTexture(gl.TEXTURE_2D, texture);
    for (const side of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) gl.texParameteri(gl.TEXTURE_2D, side, gl.LINEAR);
    for (const side of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) gl.texParameteri(gl.TEXTURE_2D, side, gl.CLAMP_TO_EDGE);
    // Black until there is a picture.
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 1, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
    return texture;
  });
  const pace = createPace(gl);
  const shrinkers = UNITS.map(() => createShrinker());
  const shown = new Map<Unit, TexImageSource>();
  /** Of the layer's texture. */
  let layerRows = 1;
  /** @returns whether the texture shows the source */
  const upload = (unit: Unit, source: TexImageSource): boolean => {
    const isSame = shown.get(unit) === source;
    if (isSame && isStill(source)) return true;
    if (!hasFrame(source)) return isSame;
    const at = UNITS.indexOf(unit);
    gl.activeTexture(gl.TEXTURE0 + at);
    const frame = shrinkers[at]?.(source, canvas.width) ?? source;
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, frame);
    if (unit === 'layer') layerRows = rowsOf(frame);
    shown.set(unit, source);
    return true;
  };
  return {
    draw({ base, next, layer, mode, opacity, scale, x, y, transition }) {
      const matte = TRANSITION_KINDS.indexOf(transition?.kind ?? 'over');
      upload('base', base.source);
      gl.uniform2f(place('baseSize'), ...fittedShares(base, canvas));
      if (next) {
        upload('next', next.source);
        gl.uniform2f(place('nextSize'), ...fittedShares(next, canvas));
      }
      const hasLayer = layer !== null && upload('layer', layer.source);
      if (layer) {
        const [width, height] = matte > 0 ? [1, 1] : fittedShares(layer, canvas);
        const size = matte > 0 ? 1 : scale;
        gl.uniform2f(place('layerSize'), width * size, height * size);
        gl.uniform1i(place('isStacked'), Number(layer.isStacked));
        gl.uniform1f(place('seam'), 0.5 / Math.max(1, layerRows));
      }
      gl.uniform2f(place('offset'), matte > 0 ? 0 : x, matte > 0 ? 0 : y);
      gl.uniform1i(place('hasLayer'), Number(hasLayer));
      gl.uniform1i(place('isAfterCut'), Number(transition?.isAfterCut ?? false));
      gl.uniform1i(place('isInverted'), Number(transition?.isInverted ?? false));
      gl.uniform1f(place('opacity'), opacity);
      gl.uniform1i(place('mode'), BLEND_MODES.indexOf(mode));
      gl.uniform1i(place('matte'), matte);
      gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
      gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
      pace.mark();
    },
    isFree: pace.isFree,
    end() {
      for (const texture of textures) gl.deleteTexture(texture);
      gl.deleteProgram(program);
      gl.getExtension('WEBGL_lose_context')?.loseContext();
    },
  };
}
