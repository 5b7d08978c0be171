import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { downloadRight } from '#client/features/resources/download-right.ts';
import { type Footage, goneNote } from '#client/features/resources/footage/footage.ts';
import { ownSoundKey } from '#client/features/resources/markers/marker-memory.ts';
import { MarkersPart } from '#client/features/resources/markers/markers-part.tsx';
import { FailedView } from '#client/features/resources/stage/failed-view.tsx';
import { SeekBar } from '#client/features/resources/stage/seek-bar.tsx';
import { StageSlider } from '#client/features/resources/stage/slider.tsx';
import { forgetSound, levelOf, preparedSound, routeSound } from '#client/features/resources/stage/sounds.ts';
import { rateOf } from '#client/features/resources/stage/timecode.ts';
import { TransportBar } from '#client/features/resources/stage/transport.tsx';
import { useMedia } from '#client/features/resources/stage/use-media.ts';
import { usePlayer } from '#client/features/resources/stage/use-player.ts';
import type { ViewerProps } from '#client/features/resources/stage/view-kind.ts';
import { useAuth } from '#client/kit/session.tsx';
import type { Resource, ResourceFile } from '#contract/resources/api.ts';
import { useAltArrows } from '../alt-arrows.ts';
import { KeyHints } from '../key-hints.tsx';
import { endText, gainOf, soundStart } from './in-step.ts';
import { SoundLane } from './sound-lane.tsx';
import { useSoundInStep } from './use-sound-in-step.ts';
import './sound-try-on.css';

const NOUNS = { clip: 'your clip', sound: 'your sound', picture: 'your picture' };
const GAIN = { least: -24, most: 12 };

const KEYS = [
  [['Space'], 'Play'],
  [[',', '.'], 'Frame'],
  [['M'], 'Mute'],
  [['Alt', '←', '→'], 'Move'],
  [['T'], 'Add a marker, with Markers open'],
] as const;

type Props = ViewerProps<'sound'> & { resource: Resource; file: ResourceFile; footage: Footage };

/** A sound under the person's own clip or sound. */
export function SoundTryOn({ preview, title, onRetry, resource, file, footage }: Props) {
  const { url, peaks } = preview;
  const { session } = useAuth();
  const rate = rateOf(footage.rate);
  const [clip, setClip] = useState<HTMLMediaElement | null>(null);
  const [sound] = useState(() => preparedSound(url));
  const [soundLength, setSoundLength] = useState(preview.seconds ?? 0);
  const [offset, setOffset] = useState(0);
  const [decibels, setDecibels] = useState(0);
  const [ownLevel, setOwnLevel] = useState(footage.kind === 'sound' ? 100 : 0);
  const [isMuted, setMuted] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const [lane, setLane] = useState<HTMLElement | null>(null);
  const meter = useRef<HTMLSpanElement>(null);
  const controls = useRef<HTMLDivElement>(null);
  const [ownLane, setOwnLane] = useState<HTMLElement | null>(null);
  const markerKeys = useRef<((event: KeyboardEvent) => boolean) | null>(null);
  const ownKeys = useRef<((event: KeyboardEvent) => boolean) | null>(null);
  const setGain = (to: number): void => {
    const { gain } = routeSound(sound);
    if (gain) gain.gain.value = gainOf(to);
  };
  const media = useMedia(clip, {
    ...{ rate, seconds: footage.seconds, isLooping: false },
    onPlay: () => {
      setGain(decibels);
      allow();
    },
  });
  const { length } = media;
  const { isBlocked, allow } = useSoundInStep(clip, sound, offset);
  const mute = (): void => setMuted(!isMuted);
  const onKey = (event: KeyboardEvent): boolean => {
    if (markerKeys.current?.(event) || ownKeys.current?.(event)) return true;
    if (event.key !== 'm') return media.onKey(event);
    mute();
    return true;
  };

  useEffect(() => {
    if (!clip) return;
    clip.volume = ownLevel / 100;
    // iPhones and iPads keep their own volume.
    clip.muted = ownLevel === 0;
  }, [clip, ownLevel]);
  // The player of the sound may have muted it.
  useEffect(() => {
    sound.muted = isMuted;
  }, [sound, isMuted]);
  usePlayer({ isReady: clip !== null, play: media.play, toggle: media.toggle, onKey });
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
  const move = (to: number): void => setOffset(soundStart(to, { soundLength, clipLength: length, step }));
  useAltArrows(controls, step, (frames) => move(offset + frames * step));
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
  const right = downloadRight(resource, session);
  const isLocked = right === 'sign-in' || right === 'upgrade';
  const wholeLength = file.facts?.kind === 'sound' ? (file.facts.seconds ?? null) : null;
  const isPart = wholeLength !== null && wholeLength > soundLength + 1;
  // The player renders with each frame, the editor only when something of it changes.
  const markers = useMemo(
    () => (
      <MarkersPart
        {...{ title, clock, wholeLength, lane }}
        sound={`${resource.id}/${file.name}`}
        source={url}
        length={soundLength}
        frames={rate}
        keys={markerKeys}
      />
    ),
    [title, clock, soundLength, rate, wholeLength, lane, resource.id, file.name, url],
  );
  const ownMarkers = useMemo(
    () =>
      clip &&
      footage.hasSound && (
        <MarkersPart
          label={`Markers of ${NOUNS[footage.kind]}`}
          sound={ownSoundKey(footage.file)}
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
  if (hasFailed) return <FailedView onRetry={retry} />;
  if (media.hasFailed)
    return (
      <p className="stage-note" role="alert">
        {goneNote(footage.kind)}
      </p>
    );
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
          {...{ title, peaks, offset, soundLength, step, rate }}
          clipLength={length}
          onOffset={move}
          laneRef={setLane}
        />
      )}
      <TransportBar media={{ ...media, isMuted, mute }} rate={rate} hasSound>
        <span ref={meter} className="stage-meter max-md:hidden" aria-hidden="true" />
      </TransportBar>
      <div ref={controls} className="sound-controls">
        <StageSlider
          label="Sound"
          min={GAIN.least}
          max={GAIN.most}
          value={decibels}
          text={`${decibels} dB`}
          onChange={(value) => {
            setDecibels(value);
            setGain(value);
          }}
        />
        {footage.hasSound && (
          <StageSlider
            label={footage.kind === 'sound' ? 'Your sound' : 'Your clip'}
            value={ownLevel}
            text={ownLevel === 0 ? 'Muted' : `${ownLevel} %`}
            onChange={setOwnLevel}
          />
        )}
        <p className="text-muted">{endText(offset, soundLength, length, NOUNS[footage.kind])}</p>
      </div>
      {isBlocked && (
        <p className="stage-note" role="alert">
          Your browser stopped the sound. Press Play again, or allow sound for this site in your browser.
        </p>
      )}
      {isPart && <p className="stage-note">You hear the preview of this sound, which is a part of it.</p>}
      {isLocked && !isPart && <p className="stage-note">Premium: tried with its preview, not with the file.</p>}
      {markers}
      {ownMarkers}
      <KeyHints hints={KEYS} />
    </>
  );
}
