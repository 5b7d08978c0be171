// Lottie animations, drawn into a canvas that becomes a layer. Loaded with the first of them.
import lottie from 'lottie-web/build/player/lottie_light_canvas';
import type { LayerSource } from './layer-source.ts';

const LONGEST_SIDE = 1280;

/** The size of an animation; null if the data isn't an animation. */
const sizeOf = (data: unknown): { width: number; height: number } | null => {
  const { w, h } = (data ?? {}) as { w?: unknown; h?: unknown };
  return typeof w === 'number' && typeof h === 'number' && w > 0 && h > 0 ? { width: w, height: h } : null;
};

/** @returns the layer and a function that ends it; null if the animation can't be drawn */
export function lottieLayer(
  data: unknown,
  { frameRate, seconds }: { frameRate: number; seconds: number },
): { layer: LayerSource; end: () => void } | null {
  const size = sizeOf(data);
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!size || !context) return null;
  const share = LONGEST_SIDE / Math.max(size.width, size.height);
  canvas.width = Math.max(1, Math.round(size.width * share));
  canvas.height = Math.max(1, Math.round(size.height * share));
  // Without a container, the animation draws into the context. Its types don't know that.
  const options = {
    ...{ renderer: 'canvas', autoplay: false, loop: false, animationData: data },
    rendererSettings: { context, clearCanvas: true },
  } as unknown as Parameters<typeof lottie.loadAnimation>[0];
  const animation = lottie.loadAnimation(options);
  const last = Math.max(0, seconds * frameRate - 0.01);
  let shown = -1;
  const layer: LayerSource = {
    seconds,
    follow: (time) => {
      // Whole frames, as editors show them.
      const frame = Math.min(last, Math.floor((time ?? 0) * frameRate + 1e-3));
      if (frame !== shown) animation.goToAndStop(frame, true);
      shown = frame;
    },
    picture: () => (shown < 0 ? null : { source: canvas, ...size, isStacked: false }),
  };
  return { layer, end: () => animation.destroy() };
}
