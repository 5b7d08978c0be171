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
  const media = useMedia(element, { rate: frameRate, seconds, isLooping: true });
  usePlayer({ isReady: element !== null, play: media.play, toggle: media.toggle, onKey: media.onKey });
  useEffect(() => {
    const ending = new AbortController();
    let end = (): void => {};
    const start = async (container: Element): Promise<void> => {
      const reply = await fetch(url, { signal: ending.signal });
      if (!reply.ok) throw new Error(`status ${reply.status}`);
      const animationData: unknown = await reply.json();
      if (ending.signal.aborted) return;
      const animation = lottie.loadAnimation({ container, renderer: 'svg', autoplay: false, animationData });
      end = () => animation.destroy();
      setElement(createAnimationMedia(animation, { frameRate, seconds }));
    };
    if (box.current)
      start(box.current).catch(() => {
        if (!ending.signal.aborted) setFailed(true);
      });
    return () => {
      ending.abort();
      end();
    };
  }, [url, frameRate, seconds]);
  if (hasFailed) return <FailedView onRetry={onRetry} />;
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
