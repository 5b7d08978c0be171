import { useCallback, useEffect, useRef, useState } from 'react';
import { FailedView } from '#client/features/resources/stage/failed-view.tsx';
import { rateOf } from '#client/features/resources/stage/timecode.ts';
import { TransportBar } from '#client/features/resources/stage/transport.tsx';
import { useHeld } from '#client/features/resources/stage/use-held.ts';
import { useMedia } from '#client/features/resources/stage/use-media.ts';
import { usePlayer } from '#client/features/resources/stage/use-player.ts';
import { drawnSize } from '#client/features/resources/stage/webgl.ts';
import { classNames } from '#client/ui/class-names.ts';
import sampleUrl from '#client/ui/media/sample-shot.webp';
import type { Resource } from '#contract/resources/api.ts';
import { useAltArrows } from '../alt-arrows.ts';
import { type Footage, goneNote } from '../footage.ts';
import { useFootage } from '../footage-store.ts';
import { KeyHints } from '../key-hints.tsx';
import { saveFrame } from '../save-frame.ts';
import { BLEND_MODES } from './blend.ts';
import type { BlendScene, FramePicture } from './blend-drawer.ts';
import { Filmstrip } from './filmstrip.tsx';
import { followClock, layerTime } from './follow.ts';
import { coverOf, greatestCover, guessMode, guessTransition } from './guess.ts';
import { Lanes } from './lanes.tsx';
import { LayerControls, type LayerLook } from './layer-controls.tsx';
import { loadStill } from './layer-source.ts';
import { readSmallFrame, sampleClip } from './sample-frames.ts';
import { TransitionControls, type TransitionLook } from './transition-controls.tsx';
import { useBase } from './use-base.ts';
import { useBlend } from './use-blend.ts';
import { type LayerPreview, useLayer } from './use-layer.ts';
import '#client/features/resources/stage/lut/lut.css';
import './layers.css';

const KEYS = [
  [['Space'], 'Play'],
  [[',', '.'], 'Frame'],
  [['B'], 'Hold to hide'],
  [['Alt', '←', '→'], 'Move'],
] as const;
/** Of what mattes don't have. */
const BLEND_KEYS = [
  [['M'], 'Blend mode'],
  [['[', ']'], 'Opacity'],
] as const;

/** How long a picture over a picture plays, in seconds. */
const STILL_SECONDS = 5;
const OPACITY_STEP = 0.05;
/** Frames per second where neither the footage nor the layer says it. */
const ASSUMED_RATE = 25;

/** Where clips of their own were when the person chose another file. */
const times = new WeakMap<Footage, number>();

const rateOfLayer = (preview: LayerPreview): number | null => {
  if (preview.kind === 'lottie') return preview.frameRate;
  return preview.kind === 'clip' ? rateOf(preview.rate) : null;
};

const hasAlphaIn = (preview: LayerPreview): boolean =>
  preview.kind === 'clip' ? preview.isStacked : preview.kind === 'lottie' || preview.hasAlpha;

const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

type Props = {
  preview: LayerPreview;
  /** The file's name. */
  title: string;
  onRetry: () => void;
  asset: Pick<Resource, 'title' | 'type' | 'isPremium'>;
  /** A clip or a picture. */
  footage: Footage;
};

/** An overlay, title, picture or transition on the person's own footage, which is the clock. */
export function LayerTryOn({ preview, title, onRetry, asset, footage }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const [layerVideo, setLayerVideo] = useState<HTMLVideoElement | null>(null);
  const [nextVideo, setNextVideo] = useState<HTMLVideoElement | null>(null);
  const [look, setLook] = useState<LayerLook>({ mode: 'normal', opacity: 1, scale: 1, x: 0, y: 0, repeats: false });
  const [start, setStart] = useState(0);
  const [isHeld, hold] = useHeld();
  const [hasSaveFailed, setSaveFailed] = useState(false);
  const isGuessed = useRef(hasAlphaIn(preview));
  const change = (part: Partial<LayerLook>): void => {
    if (part.mode) isGuessed.current = true;
    setLook((now) => ({ ...now, ...part }));
  };

  const frames = useRef(() => {});
  const onFrame = useCallback(() => frames.current(), []);
  const { layer, hasFailed } = useLayer(preview, layerVideo, onFrame);
  const seconds = preview.kind === 'picture' ? null : (layer?.seconds ?? preview.seconds);
  const base = useBase(footage, video, seconds || STILL_SECONDS, onFrame);

  const isTransition = asset.type === 'transition' && preview.kind === 'clip';
  const { footage: chosenNext } = useFootage('next');
  const next = chosenNext?.kind === 'sound' ? null : chosenNext;
  const goesTo = useBase(isTransition ? next : null, nextVideo, STILL_SECONDS, onFrame);
  const [sample, setSample] = useState<FramePicture | null>(null);
  const [guessed, setGuessed] = useState<TransitionLook>({ kind: 'over', isInverted: false, cut: 0.5 });
  const [chosen, setChosen] = useState<Partial<TransitionLook>>({});
  const transition = { ...guessed, ...chosen };
  const isMatte = isTransition && transition.kind !== 'over';

  const layerRate = rateOfLayer(preview);
  const rate = footage.kind === 'picture' ? layerRate : rateOf(footage.rate);
  const step = 1 / (rate ?? layerRate ?? ASSUMED_RATE);
  const media = useMedia(base.clock, { rate, seconds: footage.seconds ?? seconds, isLooping: true });
  const { length, speed } = media;

  const read = (): BlendScene | null => {
    const under = base.read();
    if (!under || !base.clock) return null;
    const now = base.clock.currentTime;
    const clock = { isPlaying: !base.clock.paused, speed, frame: step };
    const time = layerTime(now, { start, seconds, repeats: look.repeats && !isTransition });
    layer?.follow(time, clock);
    const scene = { base: under, layer: time === null || isHeld ? null : (layer?.picture() ?? null), ...look };
    if (!isTransition || seconds === null) return scene;
    if (nextVideo) followClock(nextVideo, now < start ? null : now - start, clock, next?.seconds);
    const isAfterCut = now >= start + (isMatte ? 0.5 : transition.cut) * seconds;
    const { kind, isInverted } = transition;
    return { ...scene, next: next ? goesTo.read() : sample, transition: { kind, isInverted, isAfterCut } };
  };
  const { isAble, redraw, saveWhole } = useBlend(canvas, footage, read);

  useEffect(() => {
    frames.current = () => {
      redraw();
      const shown = isGuessed.current ? null : layer?.picture();
      const small = shown && readSmallFrame(shown);
      if (!small) return;
      isGuessed.current = true;
      setLook((now) => ({ ...now, mode: guessMode(small) }));
    };
    frames.current();
  });

  // A transition starts in the middle of the clip, and once only: afterwards it stays where it is put.
  const isPlaced = useRef(!isTransition);
  const move = (to: number): void => {
    isPlaced.current = true;
    const least = seconds === null ? 0 : Math.ceil(1 - seconds / step) * step;
    setStart(Math.round(within(to, least, Math.max(0, length - step)) / step) * step);
  };
  useEffect(() => {
    if (isPlaced.current || !length || !seconds || !layer) return;
    isPlaced.current = true;
    setStart(Math.round((length - seconds) / 2 / step) * step);
  }, [length, seconds, layer, step]);

  useEffect(() => {
    if (!isTransition) return;
    loadStill(sampleUrl)
      .then(setSample)
      .catch(() => {});
  }, [isTransition]);
  useEffect(() => {
    if (!isTransition) return;
    const ending = new AbortController();
    const { url, isStacked } = preview;
    sampleClip({ url, isStacked, frame: step }, ending.signal)
      .then((small) => {
        const [first] = small;
        if (ending.signal.aborted || !first) return;
        const found = guessTransition(
          small.map((one) => coverOf(one, 'screen', isStacked)),
          isStacked,
        );
        const mode = isStacked ? 'normal' : guessMode(first);
        const covers = small.map((one) => coverOf(one, mode, isStacked));
        setGuessed({ ...found, cut: greatestCover(covers) / Math.max(1, covers.length - 1) });
      })
      // Then the cut is in the middle.
      .catch(() => {});
    return () => ending.abort();
  }, [isTransition, preview, step]);

  const keepTime = base.clock;
  useEffect(() => {
    if (!keepTime) return;
    const goBack = (): void => {
      // Unless the person has moved it while the clip loaded.
      keepTime.currentTime ||= times.get(footage) ?? 0;
    };
    if (keepTime.readyState >= 1) goBack();
    else keepTime.addEventListener('loadedmetadata', goBack, { once: true });
    return () => {
      keepTime.removeEventListener('loadedmetadata', goBack);
      times.set(footage, keepTime.currentTime);
    };
  }, [keepTime, footage]);

  usePlayer({
    isReady: base.clock !== null,
    play: media.play,
    toggle: media.toggle,
    onKey: (event) => {
      const turn = (by: number): void => change({ opacity: Number(within(look.opacity + by, 0, 1).toFixed(2)) });
      if (event.key === 'b') hold();
      else if (isMatte) return media.onKey(event);
      else if (event.key === '[') turn(-OPACITY_STEP);
      else if (event.key === ']') turn(OPACITY_STEP);
      else if (event.key === 'm')
        change({ mode: BLEND_MODES[(BLEND_MODES.indexOf(look.mode) + 1) % BLEND_MODES.length] ?? 'normal' });
      else return media.onKey(event);
      return true;
    },
  });
  useAltArrows(canvas, step, (frames) => move(start + frames * step));

  if (hasFailed) return <FailedView onRetry={onRetry} />;
  const noun = asset.type === 'title' || isTransition ? asset.type : 'overlay';
  const whole = drawnSize(footage);
  const save = async (): Promise<void> => {
    setSaveFailed(false);
    try {
      const png = await saveWhole(whole);
      if (png) await saveFrame(png, { asset: asset.title, file: title });
      else setSaveFailed(true);
    } catch {
      setSaveFailed(true);
    }
  };
  const shared = { preload: 'auto', playsInline: true } as const;
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a larger target for the mouse; the button is below */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <div className="stage-view" onClick={media.toggle}>
        {footage.kind === 'clip' && (
          <video
            ref={setVideo}
            src={footage.url}
            {...shared}
            aria-label={footage.name}
            className={classNames(isAble && 'stage-hidden')}
          >
            <track kind="captions" />
          </video>
        )}
        {preview.kind === 'clip' && (
          <video ref={setLayerVideo} src={preview.url} {...shared} muted loop={look.repeats} className="stage-hidden" />
        )}
        {isTransition && next?.kind === 'clip' && (
          <video ref={setNextVideo} src={next.url} {...shared} muted className="stage-hidden" />
        )}
        <canvas
          ref={canvas}
          role="img"
          aria-label={`${title} on ${footage.name}`}
          className={classNames(!isAble && 'stage-hidden')}
        />
      </div>
      <Lanes
        {...{ media, rate, title, noun, start, seconds, step }}
        cut={isTransition && !isMatte && seconds !== null ? start + transition.cut * seconds : null}
        onMove={move}
      >
        {footage.kind === 'clip' && <Filmstrip url={footage.url} seconds={footage.seconds} />}
      </Lanes>
      <TransportBar
        media={media}
        rate={rate}
        hasSound={footage.hasSound}
        note={rate === null ? undefined : `${Number(rate.toFixed(3))} fps`}
      />
      {isTransition && (
        <TransitionControls
          look={transition}
          change={(part) => setChosen((now) => ({ ...now, ...part }))}
          hasAlpha={hasAlphaIn(preview)}
          isGone={goesTo.isGone}
        />
      )}
      <LayerControls
        {...{ look, change, noun, isMatte }}
        canRepeat={!isTransition && seconds !== null}
        onSave={isAble ? () => void save() : null}
      />
      {base.isGone && (
        <p className="stage-note" role="alert">
          {goneNote(footage.kind)}
        </p>
      )}
      {!isAble && <p className="stage-note">Your browser can’t draw over your footage. It needs WebGL 2.</p>}
      {isAble && whole.width < footage.width && (
        <p className="stage-note">
          Saved in {whole.width}x{whole.height}, because browsers can’t draw larger footage reliably.
        </p>
      )}
      {hasSaveFailed && (
        <p className="stage-note" role="alert">
          This frame could not be saved. Please try again.
        </p>
      )}
      {asset.isPremium && (
        <p className="stage-note">Premium: tried with its preview, which is smaller and shorter than the file.</p>
      )}
      <KeyHints hints={[...KEYS, ...(isMatte ? [] : BLEND_KEYS)]} />
    </>
  );
}
