// Draws a compared file over what all of them share: the person's footage or the sample shot. Knows nothing of React.
import { BLEND_LABELS, type BlendMode } from '#client/features/resources/footage/layers/blend.ts';
import { createBlendDrawer } from '#client/features/resources/footage/layers/blend-drawer.ts';
import { type Clock, followClock, layerTime } from '#client/features/resources/footage/layers/follow.ts';
import { guessMode } from '#client/features/resources/footage/layers/guess.ts';
import { equalGain } from '#client/features/resources/stage/sounds.ts';
import type { FilePreview } from '#contract/resources/api.ts';
import { paintLook } from './look-painter.ts';

/** Size of the shared picture and of what is drawn over it. */
export const PAINTED = { width: 480, height: 270 } as const;

/** The shared picture at this moment. */
export type Base = { canvas: HTMLCanvasElement; isOwn: boolean };

export type Painter = {
  /** Brings the file to a time of the shared clock, in seconds, and draws it. */
  paint(base: Base, time: number, clock: Clock): void;
  /** Whether it is the one that is heard. */
  hear(isHeard: boolean): void;
  end(): void;
};

export type PainterOptions = {
  canvas: HTMLCanvasElement;
  /** Called when there is something new to draw. */
  onReady: () => void;
  /** Called with what people should know of it, such as its blend mode. */
  onNote: (note: string) => void;
  onFailure: () => void;
};

type PreviewOf<Kind extends FilePreview['kind']> = Extract<FilePreview, { kind: Kind }>;

const SMALL = { width: 32, height: 18 };

const modeOf = (source: CanvasImageSource): BlendMode => {
  const pen = new OffscreenCanvas(SMALL.width, SMALL.height).getContext('2d', { willReadFrequently: true });
  if (!pen) return 'normal';
  pen.drawImage(source, 0, 0, SMALL.width, SMALL.height);
  const { data } = pen.getImageData(0, 0, SMALL.width, SMALL.height);
  const pixels = Array.from({ length: data.length / 4 }, (_, at) => at * 4);
  const luma = pixels.map(
    (at) => 0.2126 * (data[at] ?? 0) + 0.7152 * (data[at + 1] ?? 0) + 0.0722 * (data[at + 2] ?? 0),
  );
  return guessMode({ ...SMALL, luma, alpha: pixels.map((at) => data[at + 3] ?? 255) });
};

type Layer = { source: HTMLVideoElement | HTMLImageElement; width: number; height: number; isStacked: boolean };

/** A layer whose blend mode is guessed from its first frame. Without WebGL, it is drawn without blending. */
const layerPainter = (
  { canvas, onNote }: PainterOptions,
  { layer, hasAlpha, hasFrame }: { layer: Layer; hasAlpha: boolean; hasFrame: () => boolean },
) => {
  const drawer = createBlendDrawer(canvas);
  if (!drawer) onNote('Your browser can’t draw this');
  let mode: BlendMode | null = hasAlpha ? 'normal' : null;
  if (mode) onNote(BLEND_LABELS[mode]);
  return {
    draw: (base: Base, isThere: boolean): void => {
      if (!mode && hasFrame()) {
        mode = modeOf(layer.source);
        onNote(BLEND_LABELS[mode]);
      }
      drawer?.draw({
        base: { source: base.canvas, ...PAINTED },
        layer: isThere && hasFrame() ? layer : null,
        mode: mode ?? 'normal',
        ...{ opacity: 1, scale: 1, x: 0, y: 0 },
      });
    },
    end: () => drawer?.end(),
  };
};

const paintClip = (preview: PreviewOf<'clip'>, options: PainterOptions): Painter => {
  const { width, height, isStacked, seconds } = preview;
  const video = Object.assign(document.createElement('video'), {
    ...{ src: preview.url, preload: 'auto', muted: true, loop: true, playsInline: true },
  });
  const hasFrame = (): boolean => video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA;
  const layer = { source: video, width, height, isStacked };
  const painter = layerPainter(options, { layer, hasAlpha: isStacked, hasFrame });
  for (const name of ['loadeddata', 'seeked']) video.addEventListener(name, options.onReady);
  video.addEventListener('error', options.onFailure);
  return {
    paint: (base, time, clock) => {
      followClock(
        video,
        layerTime(time, { start: 0, seconds: seconds ?? (video.duration || null), repeats: true }),
        clock,
      );
      painter.draw(base, true);
    },
    hear: () => {},
    end: () => {
      video.removeEventListener('error', options.onFailure);
      video.removeAttribute('src');
      video.load();
      painter.end();
    },
  };
};

const paintPicture = (preview: PreviewOf<'picture'>, options: PainterOptions): Painter => {
  const source = Object.assign(new Image(), { onload: options.onReady, onerror: options.onFailure, src: preview.url });
  const layer = { source, width: preview.width, height: preview.height, isStacked: false };
  const hasFrame = (): boolean => source.complete && source.naturalWidth > 0;
  const painter = layerPainter(options, { layer, hasAlpha: preview.hasAlpha, hasFrame });
  return {
    paint: (base) => painter.draw(base, true),
    hear: () => {},
    end: painter.end,
  };
};

/** Sounds run together, and one is heard, so that changing to another one takes no time. */
const paintSound = (preview: PreviewOf<'sound'>, { onReady, onFailure }: PainterOptions): Painter => {
  const sound = Object.assign(new Audio(preview.url), { preload: 'auto', muted: true, loop: true });
  // Elements can't be louder than their file.
  sound.volume = Math.min(1, equalGain(preview));
  sound.addEventListener('loadeddata', onReady);
  sound.addEventListener('error', onFailure);
  return {
    paint: (_, time, clock) =>
      followClock(sound, layerTime(time, { start: 0, seconds: preview.seconds, repeats: true }), clock),
    hear: (isHeard) => {
      sound.muted = !isHeard;
    },
    end: () => {
      sound.removeEventListener('error', onFailure);
      sound.removeAttribute('src');
      sound.load();
    },
  };
};

/** Starts to draw a file; null if it can't be compared. */
export function createPainter(preview: FilePreview, options: PainterOptions): Painter | null {
  if (preview.kind === 'clip') return paintClip(preview, options);
  if (preview.kind === 'picture') return paintPicture(preview, options);
  if (preview.kind === 'look') return paintLook(preview, options);
  if (preview.kind === 'sound') return paintSound(preview, options);
  return null;
}
