import { useEffect, useMemo, useRef, useState } from 'react';
import { wantsLess } from '#client/ui/media/wants-less.ts';
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

export function SoundPlayer({ preview, onRetry }: ViewerProps<'sound'>) {
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
  usePlayer({ isReady: true, play: media.play, toggle: media.toggle, onKey: media.onKey });

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
      <SeekBar media={media} rate={null}>
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
    </>
  );
}
