import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { Footage } from '#client/features/resources/footage/footage.ts';
import { MarkersPart } from '#client/features/resources/markers/markers-part.tsx';
import { FailedView } from '#client/features/resources/stage/failed-view.tsx';
import { SeekBar } from '#client/features/resources/stage/seek-bar.tsx';
import { forgetSound, levelOf, preparedSound, routeSound } from '#client/features/resources/stage/sounds.ts';
import { rateOf } from '#client/features/resources/stage/timecode.ts';
import { TransportBar } from '#client/features/resources/stage/transport.tsx';
import { useMedia } from '#client/features/resources/stage/use-media.ts';
import { usePlayer } from '#client/features/resources/stage/use-player.ts';
import type { ViewerProps } from '#client/features/resources/stage/view-kind.ts';
import type { ResourceFile } from '#contract/resources/api.ts';
import { endText, gainOf } from './in-step.ts';
import { SoundLane } from './sound-lane.tsx';
import { useSoundInStep } from './use-sound-in-step.ts';
import './sound-try-on.css';

const NOUNS = { clip: 'your clip', sound: 'your sound', picture: 'your picture' };
const GAIN = { least: -24, most: 12 };

type Props = ViewerProps<'sound'> & { resourceId: string; file: ResourceFile; footage: Footage };

/** A sound under the person's own clip or sound. */
export function SoundTryOn({ preview, title, onRetry, resourceId, file, footage }: Props) {
  const { url, peaks } = preview;
  const rate = rateOf(footage.rate);
  const [clip, setClip] = useState<HTMLMediaElement | null>(null);
  const [sound] = useState(() => preparedSound(url));
  const [soundLength, setSoundLength] = useState(preview.seconds ?? 0);
  const [offset, setOffset] = useState(0);
  const [decibels, setDecibels] = useState(0);
  const [ownLevel, setOwnLevel] = useState(footage.kind === 'sound' ? 100 : 0);
  const [hasFailed, setFailed] = useState(false);
  const [lane, setLane] = useState<HTMLElement | null>(null);
  const meter = useRef<HTMLSpanElement>(null);
  const [ownLane, setOwnLane] = useState<HTMLElement | null>(null);
  const markerKeys = useRef<((event: KeyboardEvent) => boolean) | null>(null);
  const ownKeys = useRef<((event: KeyboardEvent) => boolean) | null>(null);
  const setGain = (to: number): void => {
    const { gain } = routeSound(sound);
    if (gain) gain.gain.value = gainOf(to);
  };
  const media = useMedia(clip, {
    ...{ rate, seconds: footage.seconds, isLooping: false },
    onPlay: () => setGain(decibels),
  });
  const { length } = media;
  useSoundInStep(clip, sound, offset);
  const onKey = (event: KeyboardEvent): boolean =>
    ownKeys.current?.(event) || markerKeys.current?.(event) || media.onKey(event);
  usePlayer({ isReady: clip !== null, play: media.play, toggle: media.toggle, onKey });

  useEffect(() => {
    if (clip) clip.volume = ownLevel / 100;
  }, [clip, ownLevel]);
  useEffect(() => {
    const read = (): void => setSoundLength(sound.duration);
    const fail = (): void => setFailed(true);
    if (sound.readyState > 0) read();
    sound.addEventListener('loadedmetadata', read);
    sound.addEventListener('error', fail);
    return () => {
      sound.removeEventListener('loadedmetadata', read);
      sound.removeEventListener('error', fail);
    };
  }, [sound]);
  useEffect(() => {
    if (!media.isPlaying) return;
    const { analyser } = routeSound(sound);
    let request = 0;
    const follow = (): void => {
      meter.current?.style.setProperty('--level', (analyser ? levelOf(analyser) : 0).toFixed(3));
      request = requestAnimationFrame(follow);
    };
    request = requestAnimationFrame(follow);
    return () => cancelAnimationFrame(request);
  }, [sound, media.isPlaying]);

  const step = 1 / (rate ?? 100);
  const move = (to: number): void => setOffset(Math.round(Math.min(length, Math.max(-soundLength, to)) / step) * step);
  // Alt with an arrow acts wherever the stage has the focus. Its other keys leave Alt to the browser.
  useEffect(() => {
    const stage = clip?.closest('.stage');
    const act = (event: Event): void => {
      const { altKey, key } = event as unknown as KeyboardEvent;
      if (!altKey || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return;
      event.preventDefault();
      move(offset + (key === 'ArrowLeft' ? -step : step));
    };
    stage?.addEventListener('keydown', act);
    return () => stage?.removeEventListener('keydown', act);
  });
  const clock = useMemo(
    () => ({
      get currentTime() {
        return (clip?.currentTime ?? 0) - offset;
      },
      set currentTime(time: number) {
        if (clip) clip.currentTime = Math.max(0, time + offset);
      },
    }),
    [clip, offset],
  );
  const wholeLength = file.facts?.kind === 'sound' ? (file.facts.seconds ?? null) : null;
  // The player renders with each frame, the editor only when something of it changes.
  const markers = useMemo(
    () => (
      <MarkersPart
        {...{ title, clock, wholeLength, lane }}
        sound={`${resourceId}/${file.name}`}
        source={url}
        length={soundLength}
        frames={rate}
        keys={markerKeys}
      />
    ),
    [title, clock, soundLength, rate, wholeLength, lane, resourceId, file.name, url],
  );
  const ownMarkers = useMemo(
    () =>
      clip &&
      footage.hasSound && (
        <MarkersPart
          label={`Markers of ${NOUNS[footage.kind]}`}
          sound={`own/${footage.name}/${footage.file.size}`}
          title={footage.name}
          source={footage.file}
          clock={clip}
          wholeLength={null}
          frames={rate}
          lane={ownLane}
          keys={ownKeys}
          length={length}
        />
      ),
    [clip, footage, rate, ownLane, length],
  );
  const retry = (): void => {
    forgetSound(url);
    onRetry();
  };
  if (hasFailed || media.hasFailed) return <FailedView onRetry={retry} />;
  return (
    <>
      {footage.kind === 'sound' ? (
        // biome-ignore lint/a11y/useMediaCaption: people's own sounds have no captions
        <audio ref={setClip} src={footage.url} preload="auto" />
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: a larger target for the mouse; the button is below
        // biome-ignore lint/a11y/useKeyWithClickEvents: as above
        <div className="stage-view" onClick={media.toggle}>
          <video ref={setClip} src={footage.url} preload="auto" playsInline aria-label={footage.name}>
            <track kind="captions" />
          </video>
        </div>
      )}
      <SeekBar media={media} rate={rate} lane={<div ref={setOwnLane} className="markers-lane" />} />
      {length > 0 && (
        <SoundLane
          {...{ title, peaks, offset, soundLength, rate }}
          clipLength={length}
          onOffset={move}
          laneRef={setLane}
        />
      )}
      <TransportBar media={media} rate={rate} hasSound={false}>
        <span ref={meter} className="stage-meter max-md:hidden" aria-hidden="true" />
      </TransportBar>
      <div className="sound-controls">
        <label>
          <span className="font-semibold">Sound</span>
          <input
            type="range"
            data-arrows="own"
            min={GAIN.least}
            max={GAIN.most}
            step={1}
            value={decibels}
            aria-valuetext={`${decibels} dB`}
            onChange={({ currentTarget }) => {
              setDecibels(Number(currentTarget.value));
              setGain(Number(currentTarget.value));
            }}
          />
          <span className="mono">{decibels} dB</span>
        </label>
        {footage.hasSound && (
          <label>
            <span className="font-semibold">{footage.kind === 'sound' ? 'Your sound' : 'Your clip'}</span>
            <input
              type="range"
              data-arrows="own"
              min={0}
              max={100}
              step={1}
              value={ownLevel}
              aria-valuetext={ownLevel === 0 ? 'Muted' : `${ownLevel} %`}
              onChange={({ currentTarget }) => setOwnLevel(Number(currentTarget.value))}
            />
            <span className="mono">{ownLevel === 0 ? 'Muted' : `${ownLevel} %`}</span>
          </label>
        )}
        <p className="text-muted">{endText(offset, soundLength, length, NOUNS[footage.kind])}</p>
      </div>
      {wholeLength !== null && wholeLength > soundLength + 1 && (
        <p className="stage-note">You hear the preview of this sound, which is a part of it.</p>
      )}
      {markers}
      {ownMarkers}
    </>
  );
}
