import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { MarkersPart } from '#client/features/resources/markers/markers-part.tsx';
import { wantsLess } from '#client/ui/media/wants-less.ts';
import type { ResourceFile } from '#contract/resources/api.ts';
import { FailedView } from './failed-view.tsx';
import { neighboursOf } from './moves.ts';
import { SeekBar } from './seek-bar.tsx';
import { equalGain, forgetSound, isEqualWanted, keepLoudness, levelOf, preparedSound, routeSound } from './sounds.ts';
import { useStageState, useStageStore } from './stage-store.tsx';
import { TransportBar } from './transport.tsx';
import { useMedia } from './use-media.ts';
import { usePlayer } from './use-player.ts';
import type { ViewerProps } from './view-kind.ts';
import { barsPath, readLevels } from './wave.ts';

const HEIGHT = 200;

const Wave = ({ peaks, averages }: { peaks: string; averages: string }) => {
  const [outer, inner] = useMemo(
    () => [peaks, averages].map((levels) => barsPath(readLevels(levels), HEIGHT)),
    [peaks, averages],
  );
  const width = atob(peaks).length * 2;
  const bars = (className: string) => (
    <svg className={className} viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <path d={outer} />
      <path d={inner} className="stage-wave-inner" />
    </svg>
  );
  return (
    <>
      {bars('stage-wave')}
      {bars('stage-wave stage-wave-played')}
    </>
  );
};

type SoundPlayerProps = ViewerProps<'sound'> & { resourceId: string; file: ResourceFile };

export function SoundPlayer({ preview, title, onRetry, resourceId, file }: SoundPlayerProps) {
  const store = useStageStore();
  const { url } = preview;
  const [sound] = useState(() => preparedSound(url));
  const [isEqual, setEqual] = useState(isEqualWanted);
  const meter = useRef<HTMLSpanElement>(null);
  const apply = (): ReturnType<typeof routeSound> => {
    const routed = routeSound(sound);
    if (routed.gain) routed.gain.gain.value = isEqual ? equalGain(preview) : 1;
    return routed;
  };
  const media = useMedia(sound, { rate: null, seconds: preview.seconds, isLooping: false, onPlay: apply });
  const [lane, setLane] = useState<HTMLElement | null>(null);
  const markerKeys = useRef<((event: KeyboardEvent) => boolean) | null>(null);
  const onKey = (event: KeyboardEvent): boolean => markerKeys.current?.(event) || media.onKey(event);
  usePlayer({ isReady: true, play: media.play, toggle: media.toggle, onKey });
  const { length } = media;
  const wholeLength = file.facts?.kind === 'sound' ? (file.facts.seconds ?? null) : null;
  // The player renders with each frame, the editor only when something of it changes.
  const markers = useMemo(
    () => (
      <MarkersPart
        {...{ title, length, wholeLength, lane }}
        sound={`${resourceId}/${file.name}`}
        source={url}
        clock={sound}
        frames={null}
        keys={markerKeys}
      />
    ),
    [title, length, wholeLength, lane, resourceId, file.name, url, sound],
  );

  const goesOn = useStageState((state) => state.goesOn);
  const nearby = useStageState((state) => state.nearby);
  // The sounds before and after this one load as soon as it plays, so that the arrow keys start them without a wait.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `nearby` may arrive while it plays, or after it has ended
  useEffect(() => {
    if (wantsLess() || !goesOn) return;
    for (const { preview: near } of neighboursOf(store)) if (near?.kind === 'sound') preparedSound(near.url);
  }, [store, goesOn, nearby]);

  useEffect(() => {
    if (!media.isPlaying) return;
    const { analyser } = routeSound(sound);
    let request = 0;
    const follow = (): void => {
      const level = analyser ? levelOf(analyser) : 0;
      meter.current?.style.setProperty('--level', level.toFixed(3));
      request = requestAnimationFrame(follow);
    };
    request = requestAnimationFrame(follow);
    return () => cancelAnimationFrame(request);
  }, [sound, media.isPlaying]);

  const choose = (isOn: boolean): void => {
    setEqual(isOn);
    const { gain } = routeSound(sound);
    if (gain) gain.gain.value = isOn ? equalGain(preview) : 1;
    keepLoudness(isOn);
  };
  const retry = (): void => {
    forgetSound(url);
    onRetry();
  };
  if (media.hasFailed) return <FailedView onRetry={retry} />;
  return (
    <>
      <SeekBar media={media} rate={null} lane={<div ref={setLane} className="markers-lane" />}>
        <Wave {...preview} />
      </SeekBar>
      <TransportBar media={media} rate={null} hasSound>
        <span ref={meter} className="stage-meter max-md:hidden" aria-hidden="true" />
        {preview.loudness !== null && (
          <fieldset className="stage-choice">
            <legend className="sr-only">Loudness</legend>
            <button type="button" aria-pressed={isEqual} onClick={() => choose(true)}>
              Same loudness
            </button>
            <button type="button" aria-pressed={!isEqual} onClick={() => choose(false)}>
              As delivered
            </button>
          </fieldset>
        )}
      </TransportBar>
      {markers}
    </>
  );
}
