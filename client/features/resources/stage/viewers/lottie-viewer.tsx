import lottie from 'lottie-web/build/player/lottie_light';
import { useEffect, useRef, useState } from 'react';
import type { ResourceFile } from '#contract/resources/api.ts';
import { FailedView } from '../failed-view.tsx';
import { SeekBar } from '../seek-bar.tsx';
import { TransportBar } from '../transport.tsx';
import { useMedia } from '../use-media.ts';
import { usePlayer } from '../use-player.ts';
import type { ViewerProps } from '../view-kind.ts';
import { createAnimationMedia } from './animation-media.ts';
import { readJson, useFetched } from './use-fetched.ts';

/** Plays a Lottie animation. The server has removed everything that reaches outside it. */
export function LottieViewer({
  preview,
  facts,
  title,
  onRetry,
}: ViewerProps<'lottie'> & { facts: ResourceFile['facts'] }) {
  const box = useRef<HTMLDivElement>(null);
  const [element, setElement] = useState<HTMLMediaElement | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const { url, frameRate, seconds } = preview;
  const data = useFetched(url, readJson<unknown>);
  const media = useMedia(element, { rate: frameRate, seconds, isLooping: true });
  usePlayer({ isReady: element !== null, play: media.play, toggle: media.toggle, onKey: media.onKey });
  useEffect(() => {
    if (!box.current || !data) return;
    const options = { container: box.current, renderer: 'svg', autoplay: false, animationData: data } as const;
    try {
      const animation = lottie.loadAnimation(options);
      setElement(createAnimationMedia(animation, { frameRate, seconds }));
      return () => animation.destroy();
    } catch {
      setFailed(true);
    }
  }, [data, frameRate, seconds]);
  if (hasFailed || data === null) return <FailedView onRetry={onRetry} />;
  const lacks =
    facts?.kind === 'lottie' &&
    [facts.hasExpressions && 'expressions', facts.lacksPictures && 'pictures in separate files'].filter(Boolean);
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a larger target for the mouse; the button is below */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
      <div className="stage-view stage-checker" onClick={media.toggle}>
        <div ref={box} className="stage-animation" role="img" aria-label={title} />
      </div>
      <SeekBar media={media} rate={frameRate} />
      <TransportBar media={media} rate={frameRate} hasSound={false} note={`${Number(frameRate.toFixed(3))} fps`} />
      {lacks && lacks.length > 0 && <p className="stage-note">This preview leaves out {lacks.join(' and ')}.</p>}
    </>
  );
}
