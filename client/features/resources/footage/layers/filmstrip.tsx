import { useEffect, useRef } from 'react';

const FRAMES = 12;
const WIDTH = 96;
const HEIGHT = 54;
const PAUSE_MS = 60;

/** Draws frames of a clip one after the other into a canvas, until the signal is aborted. `seconds` is its length. */
const drawFrames = async (
  canvas: HTMLCanvasElement,
  url: string,
  seconds: number,
  signal: AbortSignal,
): Promise<void> => {
  const context = canvas.getContext('2d');
  const video = document.createElement('video');
  const until = (event: string): Promise<void> =>
    new Promise((resolve, reject) => {
      video.addEventListener(event, () => resolve(), { once: true });
      video.addEventListener('error', reject, { once: true });
      signal.addEventListener('abort', reject, { once: true });
    });
  video.muted = true;
  video.preload = 'auto';
  video.src = url;
  try {
    await until('loadeddata');
    const shape = Math.min(WIDTH / video.videoWidth, HEIGHT / video.videoHeight);
    const [width, height] = [video.videoWidth * shape, video.videoHeight * shape];
    for (let frame = 0; frame < FRAMES; frame += 1) {
      const seeked = until('seeked');
      video.currentTime = ((frame + 0.5) / FRAMES) * seconds;
      await seeked;
      context?.drawImage(video, frame * WIDTH + (WIDTH - width) / 2, (HEIGHT - height) / 2, width, height);
      // The clip on the stage comes first.
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      signal.throwIfAborted();
    }
  } finally {
    video.removeAttribute('src');
    video.load();
  }
};

const savesData = (): boolean =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Frames of a clip side by side, drawn in the background. */
export function Filmstrip({ url, seconds }: { url: string; seconds: number | null }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!canvas.current || seconds === null || savesData()) return;
    const ending = new AbortController();
    // Without them, the bar stays plain.
    drawFrames(canvas.current, url, seconds, ending.signal).catch(() => {});
    return () => ending.abort();
  }, [url, seconds]);
  return <canvas key={url} ref={canvas} className="layer-film" width={FRAMES * WIDTH} height={HEIGHT} />;
}
