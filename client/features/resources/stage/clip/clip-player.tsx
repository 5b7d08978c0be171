import { useEffect, useRef, useState } from 'react';
import { FailedView } from '#client/features/resources/stage/failed-view.tsx';
import { SeekBar } from '#client/features/resources/stage/seek-bar.tsx';
import { rateOf } from '#client/features/resources/stage/timecode.ts';
import { TransportBar } from '#client/features/resources/stage/transport.tsx';
import { type Media, useMedia } from '#client/features/resources/stage/use-media.ts';
import { usePlayer } from '#client/features/resources/stage/use-player.ts';
import type { ViewerProps } from '#client/features/resources/stage/view-kind.ts';
import { classNames } from '#client/ui/class-names.ts';
import { CLIP_FRAMES } from '#contract/resources/limits.ts';
import { followFrames } from './follow-frames.ts';
import { createFrameDrawer } from './stacked-frames.ts';

/** Backgrounds of transparent clips. */
const BACKGROUNDS = [
  ['checker', 'Checkerboard'],
  ['black', 'Black'],
  ['white', 'White'],
  ['sample', 'Sample shot'],
] as const;
const SEQUENCE_RATES = [24, 25, 30, 60];
type Background = (typeof BACKGROUNDS)[number][0];

/** The times of a clip that plays this many times as fast as its file says. */
const atPace = (media: Media, pace: number): Media => ({
  ...media,
  time: media.time / pace,
  length: media.length / pace,
  region: media.region && { from: media.region.from / pace, to: media.region.to / pace },
  seek: (to) => media.seek(to * pace),
  moveEdge: (edge, to) => media.moveEdge(edge, to * pace),
});

/** Draws each frame of a stacked clip that the browser shows. @returns whether the browser can */
const useStackedFrames = (video: HTMLVideoElement | null, isStacked: boolean, isMatte: boolean) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isAble, setAble] = useState(true);
  const matte = useRef(isMatte);
  const redraw = useRef(() => {});
  useEffect(() => {
    matte.current = isMatte;
    redraw.current();
  }, [isMatte]);
  useEffect(() => {
    if (!video || !isStacked || !canvas.current) return;
    const drawer = createFrameDrawer(canvas.current);
    if (!drawer) {
      setAble(false);
      return;
    }
    redraw.current = () => drawer.draw(video, matte.current);
    const stop = followFrames(video, () => redraw.current());
    return () => {
      stop();
      drawer.end();
    };
  }, [video, isStacked]);
  return { canvas, isAble };
};

export function ClipPlayer({ preview, title, onRetry }: ViewerProps<'clip'>) {
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const [background, setBackground] = useState<Background>('checker');
  const [isMatte, setMatte] = useState(false);
  const rate = rateOf(preview.rate);
  const { sequence } = preview;
  const [chosenRate, setChosenRate] = useState(rate ?? 24);
  const pace = sequence && rate ? chosenRate / rate : 1;
  const media = useMedia(video, { rate, seconds: preview.seconds, isLooping: true, pace });
  const shown = atPace(media, pace);
  const shownRate = sequence && rate ? chosenRate : rate;
  const { canvas, isAble } = useStackedFrames(video, preview.isStacked, isMatte);
  usePlayer({
    isReady: video !== null,
    play: media.play,
    toggle: media.toggle,
    onKey: (event) => {
      if (event.key !== 'a' || !preview.isStacked) return media.onKey(event);
      setMatte(!isMatte);
      return true;
    },
  });
  if (media.hasFailed) return <FailedView onRetry={onRetry} />;
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a larger target for the mouse; the button is below */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <div
        className={classNames('stage-view', preview.isStacked && isAble && `stage-${background}`)}
        onClick={media.toggle}
      >
        <video
          ref={setVideo}
          src={preview.url}
          preload="auto"
          playsInline
          aria-label={title}
          className={classNames(preview.isStacked && (isAble ? 'stage-hidden' : 'stage-upper'))}
        >
          <track kind="captions" />
        </video>
        {preview.isStacked && isAble && <canvas ref={canvas} width={preview.width} height={preview.height} />}
      </div>
      <SeekBar media={shown} rate={shownRate}>
        {preview.stripUrl && <img src={preview.stripUrl} alt="" style={{ aspectRatio: `${CLIP_FRAMES * 16} / 9` }} />}
      </SeekBar>
      <TransportBar
        media={shown}
        rate={shownRate}
        hasSound={preview.hasSound}
        note={rate === null || sequence ? undefined : `${Number(rate.toFixed(3))} fps`}
      >
        {sequence && (
          <label className="flex items-center gap-1">
            <span className="sr-only">Frame rate</span>
            <select
              className="stage-speed mono"
              value={chosenRate}
              onChange={({ currentTarget }) => setChosenRate(Number(currentTarget.value))}
            >
              {SEQUENCE_RATES.map((one) => (
                <option key={one} value={one}>
                  {one} fps{one === rate && ' assumed'}
                </option>
              ))}
            </select>
          </label>
        )}
        {preview.isStacked && isAble && (
          <fieldset className="stage-choice">
            <legend className="sr-only">Background</legend>
            {BACKGROUNDS.map(([name, label]) => (
              <button
                key={name}
                type="button"
                aria-pressed={background === name && !isMatte}
                aria-label={label}
                title={label}
                onClick={() => {
                  setBackground(name);
                  setMatte(false);
                }}
              >
                <span className={`stage-swatch stage-${name}`} />
              </button>
            ))}
            <button type="button" aria-pressed={isMatte} title="Matte alone (A)" onClick={() => setMatte(!isMatte)}>
              Matte
            </button>
          </fieldset>
        )}
      </TransportBar>
      {sequence && (
        <p className="stage-note">
          Sequence, {sequence.frames} frames. {rate} fps assumed.
          {sequence.missing.length > 0 && ` Missing: ${sequence.missing.join(', ')}.`}
        </p>
      )}
      {!isAble && <p className="stage-note">Your browser can’t draw transparency, so the clip is shown on black.</p>}
    </>
  );
}
