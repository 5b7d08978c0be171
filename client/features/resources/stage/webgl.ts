// What all drawing with WebGL 2 has in common.

const VERTEX = `#version 300 es
out vec2 at;
void main() {
  vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  at = vec2(corner.x, 1.0 - corner.y);
  gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);
}`;

/**
 * A program that runs a fragment shader over the whole canvas, as a triangle strip of four vertices; its input `at` is the place in
 * the picture, from the upper left. @returns null if the browser cannot run it
 */
export function linkProgram(gl: WebGL2RenderingContext, fragment: string): WebGLProgram | null {
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(type);
    if (!shader) return null;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  return gl.getProgramParameter(program, gl.LINK_STATUS) ? program : null;
}

/** Names of programs that stand in for a graphics card. */
const PROCESSOR = /swiftshader|llvmpipe|softpipe|software|microsoft basic/i;
let isProcessor: boolean | undefined;

const rendererOf = (gl: WebGL2RenderingContext): string => {
  const name = String(gl.getParameter(gl.RENDERER));
  // Chromium tells the name only here, and Firefox complains about this.
  const details = name.startsWith('WebKit') ? gl.getExtension('WEBGL_debug_renderer_info') : null;
  return details ? String(gl.getParameter(details.UNMASKED_RENDERER_WEBGL)) : name;
};

/** Whether the browser draws WebGL with the processor, which takes many times as long. */
export function drawsByProcessor(): boolean {
  if (isProcessor === undefined) {
    const gl = document.createElement('canvas').getContext('webgl2');
    isProcessor = gl !== null && PROCESSOR.test(rendererOf(gl));
    gl?.getExtension('WEBGL_lose_context')?.loseContext();
  }
  return isProcessor;
}

export type Size = { width: number; height: number };

/** Phones can't hold larger textures together with their sources, and drawing buffers of more pixels are cut off. */
const MOST_SIDE = 4096;

/** The size in which pictures are drawn and saved: their own, if browsers can draw it. */
export function drawnSize({ width, height }: Size): Size {
  const scale = Math.min(1, MOST_SIDE / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** A canvas as PNG; null if the browser can't encode it. It may be drawn again immediately. */
export function pngOf(canvas: HTMLCanvasElement): Promise<Blob | null> {
  return new Promise((done) => canvas.toBlob(done, 'image/png'));
}

/** Gives back what a canvas has of the graphics card. It can't draw any more. */
export function releaseCanvas(canvas: HTMLCanvasElement): void {
  canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext();
}

/** The longest side of footage that the processor draws, in pixels. Saved frames have all of them. */
export const PROCESSOR_SIDE = 640;

/**
 * Makes frames of a video as small as they are drawn before WebGL gets them, where the processor draws: converting all of their pixels
 * takes longer than everything else. Other pictures stay as they are.
 */
export function createShrinker(): (source: TexImageSource, width: number) => TexImageSource {
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  return (source, width) => {
    if (!pen || !(source instanceof HTMLVideoElement) || source.videoWidth <= width || !drawsByProcessor())
      return source;
    // An even number, because stacked clips have two halves.
    const height = 2 * Math.max(1, Math.round((source.videoHeight * width) / source.videoWidth / 2));
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    pen.drawImage(source, 0, 0, width, height);
    return canvas;
  };
}

/** Tells when a drawing is finished. Frames that are drawn before would wait in a line that grows, and keys with them. */
export function createPace(gl: WebGL2RenderingContext) {
  let fence: WebGLSync | null = null;
  return {
    /** Call it after drawing. */
    mark: (): void => {
      if (fence) gl.deleteSync(fence);
      fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
      gl.flush();
    },
    isFree: (): boolean =>
      fence === null || gl.isContextLost() || gl.getSyncParameter(fence, gl.SYNC_STATUS) === gl.SIGNALED,
  };
}
