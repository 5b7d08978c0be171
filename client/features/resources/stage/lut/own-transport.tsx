import { type RefObject, useEffect } from 'react';
import { type Footage, goneNote } from '#client/features/resources/footage/footage.ts';
import { Filmstrip } from '#client/features/resources/footage/layers/filmstrip.tsx';
import { SeekBar } from '#client/features/resources/stage/seek-bar.tsx';
import { rateOf } from '#client/features/resources/stage/timecode.ts';
import { TransportBar } from '#client/features/resources/stage/transport.tsx';
import { type Media, useMedia } from '#client/features/resources/stage/use-media.ts';

/** Seek bar and buttons of a clip. Only this part renders again while it plays. */
export function OwnTransport({
  video,
  footage,
  player,
}: {
  video: HTMLVideoElement | null;
  footage: Footage;
  /** Set to what plays the clip. */
  player: RefObject<Media | null>;
}) {
  const rate = rateOf(footage.rate);
  const media = useMedia(video, { rate, seconds: footage.seconds, isLooping: true });
  useEffect(() => {
    player.current = media;
    return () => {
      player.current = null;
    };
  });
  return (
    <>
      {media.hasFailed && (
        <p className="stage-note" role="alert">
          {goneNote(footage.kind)}
        </p>
      )}
      <SeekBar media={media} rate={rate}>
        <span className="lut-film">
          <Filmstrip url={footage.url} seconds={footage.seconds} />
        </span>
      </SeekBar>
      <TransportBar
        media={media}
        rate={rate}
        hasSound={footage.hasSound}
        note={rate === null ? undefined : `${Number(rate.toFixed(3))} fps`}
      />
    </>
  );
}
