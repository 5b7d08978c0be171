// Draws a compared file over what all of them share: the person's footage or the sample shot. Knows nothing of React.
import { BLEND_LABELS, type BlendMode } from '#client/features/resources/footage/layers/blend.ts';
import { createBlendDrawer, type LayerPicture } from '#client/features/resources/footage/layers/blend-drawer.ts';
import { followClock, layerTime } from '#client/features/resources/footage/layers/follow.ts';
import { guessMode } from '#client/features/resources/footage/layers/guess.ts';
import {
  type LayerSource,
  loadStill,
  stillLayer,
  videoLayer,
  watchFrames,
} from '#client/features/resources/footage/layers/layer-source.ts';
import { readSmallFrame } from '#client/features/resources/footage/layers/sample-frames.ts';
import { equalGain } from '#client/features/resources/stage/sounds.ts';
import type { FilePreview } from '#contract/resources/api.ts';
import { paintLook } from './look-painter.ts';
import { PAINTED, type Painter, type PainterOptions } from './painter.ts';

type PreviewOf<Kind extends FilePreview['kind']> = Extract<FilePreview, { kind: Kind }>;

/** Draws a layer with the blend mode that is guessed from its first frame. */
const paintLayer = (
  { canvas, onReady, onNote, onFailure }: PainterOptions,
  hasAlpha: boolean,
  open: () => Promise<{ layer: LayerSource; end?: () => void }>,
): Painter => {
  const drawer = createBlendDrawer(canvas);
  if (!drawer) onNote('Your browser can’t draw this');
  let opened: Awaited<ReturnType<typeof open>> | null = null;
  let isOver = false;
  let mode: BlendMode | null = null;
  const guess = (picture: LayerPicture): BlendMode => {
    const frame = hasAlpha ? null : readSmallFrame(picture);
    const guessed = frame ? guessMode(frame) : 'normal';
    onNote(BLEND_LABELS[guessed]);
    return guessed;
  };
  open().then(
    (found) => {
      if (isOver) return found.end?.();
      opened = found;
      onReady();
    },
    () => {
      if (!isOver) onFailure();
    },
  );
  return {
    paint: (base, time, clock) => {
      const { layer = null } = opened ?? {};
      layer?.follow(layerTime(time, { start: 0, seconds: layer.seconds, repeats: true }), clock);
      const picture = layer?.picture() ?? null;
      if (picture) mode ??= guess(picture);
      drawer?.draw({
        base: { source: base.canvas, ...PAINTED },
        layer: picture,
        mode: mode ?? 'normal',
        ...{ opacity: 1, scale: 1, x: 0, y: 0 },
      });
    },
    hear: () => {},
    end: () => {
      isOver = true;
      opened?.end?.();
      drawer?.end();
    },
  };
};

const paintClip = (preview: PreviewOf<'clip'>, options: PainterOptions): Painter => {
  const { onReady, onFailure } = options;
  return paintLayer(options, preview.isStacked, async () => {
    const video = document.createElement('video');
    Object.assign(video, { src: preview.url, preload: 'auto', muted: true, loop: true, playsInline: true });
    const stop = watchFrames(video, onReady);
    video.addEventListener('error', onFailure);
    const end = (): void => {
      stop();
      video.removeEventListener('error', onFailure);
      video.removeAttribute('src');
      video.load();
    };
    return { layer: videoLayer(video, preview), end };
  });
};

const paintPicture = (preview: PreviewOf<'picture'>, options: PainterOptions): Painter =>
  paintLayer(options, preview.hasAlpha, async () => ({ layer: stillLayer(await loadStill(preview.url)) }));

const paintAnimation = (preview: PreviewOf<'lottie'>, options: PainterOptions): Painter =>
  paintLayer(options, true, async () => {
    const [{ lottieLayer }, data] = await Promise.all([
      import('#client/features/resources/footage/layers/lottie-layer.ts'),
      fetch(preview.url).then((reply) => (reply.ok ? reply.json() : Promise.reject(reply))) as Promise<unknown>,
    ]);
    const drawn = lottieLayer(data, preview);
    if (!drawn) throw new Error('The animation can’t be drawn.');
    return drawn;
  });

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
  if (preview.kind === 'lottie') return paintAnimation(preview, options);
  if (preview.kind === 'look') return paintLook(preview, options);
  if (preview.kind === 'sound') return paintSound(preview, options);
  return null;
}
