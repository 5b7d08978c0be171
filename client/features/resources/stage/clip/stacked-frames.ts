// Draws clips whose frames have their colours above and their alpha below (kit/media/renditions.ts on the server).

import { linkProgram } from '#client/features/resources/stage/webgl.ts';

// Half a pixel at the seam is left out, so that the halves do not bleed into each other.
const FRAGMENT = `#version 300 es
precision highp float;
uniform sampler2D frame;
uniform float seam;
uniform bool isMatte;
in vec2 at;
out vec4 colour;
void main() {
  float top = min(at.y * 0.5, 0.5 - seam);
  float bottom = max(at.y * 0.5 + 0.5, 0.5 + seam);
  float alpha = texture(frame, vec2(at.x, bottom)).g;
  colour = isMatte ? vec4(vec3(alpha), 1.0) : vec4(min(texture(frame, vec2(at.x, top)).rgb, vec3(alpha)), alpha);
}`;

export type FrameDrawer = {
  /** Draws the frame that the video shows. With `isMatte`, draws only its alpha, as grey. */
  draw(video: HTMLVideoElement, isMatte: boolean): void;
  end(): void;
};

/** @returns null if the browser has no WebGL 2 */
export function createFrameDrawer(canvas: HTMLCanvasElement): FrameDrawer | null {
  const gl = canvas.getContext('webgl2', { premultipliedAlpha: true, preserveDrawingBuffer: true });
  const program = gl && linkProgram(gl, FRAGMENT);
  if (!gl || !program) return null;
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  for (const [name, value] of [
    [gl.TEXTURE_MIN_FILTER, gl.LINEAR],
    [gl.TEXTURE_MAG_FILTER, gl.LINEAR],
    [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE],
    [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE],
  ] as const)
    gl.texParameteri(gl.TEXTURE_2D, name, value);
  // biome-ignore lint/correctness/useHookAtTopLevel: not a hook
  gl.useProgram(program);
  const seam = gl.getUniformLocation(program, 'seam');
  const matte = gl.getUniformLocation(program, 'isMatte');
  return {
    draw(video, isMatte) {
      if (video.readyState < 2 || video.videoHeight === 0) return;
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, video);
      gl.uniform1f(seam, 0.5 / video.videoHeight);
      gl.uniform1i(matte, isMatte ? 1 : 0);
      gl.viewport(0, 0, canvas.width, canvas.height);
      gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
    },
    end: () => gl.getExtension('WEBGL_lose_context')?.loseContext(),
  };
}
