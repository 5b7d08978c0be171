import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { drawsByProcessor, PROCESSOR_SIDE, pngOf, type Size } from '#client/features/resources/stage/webgl.ts';
import { type BlendDrawer, type BlendScene, createBlendDrawer } from './blend-drawer.ts';

/** More is not seen. */
const LONGEST_SIDE = 1920;

/** The size in which footage is drawn: as large as its box on the screen, and never larger than it is. */
const sizeIn = (box: DOMRect, { width, height }: Size): [number, number] => {
  const pixels = devicePixelRatio || 1;
  const most = drawsByProcessor() ? PROCESSOR_SIDE : LONGEST_SIDE;
  const share = Math.min(
    ...[1, most / Math.max(width, height)],
    Math.max(0.05, Math.min((box.width * pixels) / width, (box.height * pixels) / height)),
  );
  return [Math.max(1, Math.round(width * share)), Math.max(1, Math.round(height * share))];
};

/**
 * Draws a scene into the canvas whenever `redraw` is called, at most once for each picture of the screen. `read` is called for each
 * drawing; it may return null while there is nothing to draw.
 */
export function useBlend(canvas: RefObject<HTMLCanvasElement | null>, footage: Size, read: () => BlendScene | null) {
  const drawer = useRef<BlendDrawer | null>(null);
  const request = useRef(0);
  const latest = useRef(read);
  const [isAble, setAble] = useState(true);
  const draw = useCallback((): boolean => {
    request.current = 0;
    const scene = latest.current();
    if (scene) drawer.current?.draw(scene);
    return scene !== null && drawer.current !== null;
  }, []);
  const redraw = useCallback((): void => {
    const drawWhenFree = (): void => {
      if (drawer.current?.isFree() ?? true) draw();
      else request.current = requestAnimationFrame(drawWhenFree);
    };
    request.current ||= requestAnimationFrame(drawWhenFree);
  }, [draw]);
  // Whatever has changed may be drawn.
  useEffect(() => {
    latest.current = read;
    redraw();
  });
  useEffect(() => {
    const target = canvas.current;
    if (!target) return;
    const giveUp = (): void => setAble(false);
    drawer.current = createBlendDrawer(target);
    if (!drawer.current) giveUp();
    target.addEventListener('webglcontextlost', giveUp);
    return () => {
      target.removeEventListener('webglcontextlost', giveUp);
      cancelAnimationFrame(request.current);
      request.current = 0;
      drawer.current?.end();
      drawer.current = null;
    };
  }, [canvas]);
  const { width, height } = footage;
  useEffect(() => {
    const target = canvas.current;
    if (!target) return;
    const fit = (): void => {
      const [wide, high] = sizeIn(target.getBoundingClientRect(), { width, height });
      if (target.width === wide && target.height === high) return;
      target.width = wide;
      target.height = high;
      draw();
    };
    const observer = new ResizeObserver(fit);
    observer.observe(target);
    return () => observer.disconnect();
  }, [canvas, draw, width, height]);
  return {
    isAble,
    redraw,
    /** The scene in this size, as PNG; null if there is nothing to draw yet, or the browser can't encode it. */
    saveWhole: async (whole: Size): Promise<Blob | null> => {
      const target = canvas.current;
      if (!target) return null;
      const { width: wide, height: high } = target;
      Object.assign(target, whole);
      const png = draw() ? pngOf(target) : null;
      Object.assign(target, { width: wide, height: high });
      draw();
      return await png;
    },
  };
}
