import type { ReactNode } from 'react';
import { classNames } from '#client/ui/class-names.ts';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { IconButton } from '#client/ui/forms/icon-button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { moveStage } from './moves.ts';
import { positionText } from './seek-bar.tsx';
import { toggleFullScreen } from './stage-keys.ts';
import { useStageStore } from './stage-store.tsx';
import { type Media, SPEEDS } from './use-media.ts';
import './player.css';

const EXPAND = 'M8 3H3v5m13-5h5v5M8 21H3v-5m13 5h5v-5';
const MUTE = 'M4 9v6h4l5 4V5L8 9Zm12 1 5 5m0-5-5 5';
const VOLUME = 'M4 9v6h4l5 4V5L8 9Zm12-1.5a5 5 0 0 1 0 9';

/** The buttons that move to the file before and after this one in the list. */
export function MoveButton({ steps }: { steps: 1 | -1 }) {
  const store = useStageStore();
  return (
    <IconButton
      icon={steps === 1 ? 'forward' : 'back'}
      label={steps === 1 ? 'Next file' : 'Previous file'}
      onClick={() => moveStage(store, steps)}
    />
  );
}

export function FullScreenButton() {
  return <IconButton icon={EXPAND} label="Full screen" className="max-md:hidden" onClick={toggleFullScreen} />;
}

/** The row of buttons below the picture. `children` are those of one kind of file. */
export function TransportBar({
  media,
  rate,
  hasSound,
  note,
  children,
}: {
  media: Media;
  rate: number | null;
  hasSound: boolean;
  /** Shown after the length, such as `24 fps`. */
  note?: string | undefined;
  children?: ReactNode;
}) {
  const { time, length, isPlaying, isLoop, region, isMuted, speed } = media;
  return (
    <div className="stage-controls">
      <MoveButton steps={-1} />
      <button
        type="button"
        className={buttonClass({ variant: 'solid', className: 'stage-play' })}
        aria-label={isPlaying ? 'Pause' : 'Play'}
        title={isPlaying ? 'Pause' : 'Play'}
        onClick={media.toggle}
      >
        <Icon name={isPlaying ? 'pause' : 'play'} />
      </button>
      <MoveButton steps={1} />
      <p className="mono stage-time">
        <b>{positionText(time, rate)}</b>{' '}
        <span className="max-sm:hidden">
          {positionText(length, rate)}
          {note && ` ${note}`}
        </span>
      </p>
      <button
        type="button"
        className={classNames(buttonClass({ variant: 'quiet' }), 'stage-toggle')}
        aria-pressed={isLoop}
        onClick={() => media.setLoop(!isLoop)}
      >
        <Icon name="refresh" small />
        <span className="max-sm:sr-only">Loop</span>
      </button>
      <div className="flex max-md:hidden">
        <button
          type="button"
          className={buttonClass({ variant: 'quiet', className: 'btn-square' })}
          aria-label="Start the loop here"
          title="Start the loop here (I)"
          onClick={() => media.mark('from')}
        >
          [
        </button>
        <button
          type="button"
          className={buttonClass({ variant: 'quiet', className: 'btn-square' })}
          aria-label="End the loop here"
          title="End the loop here (O)"
          onClick={() => media.mark('to')}
        >
          ]
        </button>
        {region && <IconButton icon="close" label="Loop everything" onClick={media.clearRegion} />}
      </div>
      <select
        className="stage-speed mono"
        aria-label="Speed"
        value={speed}
        onChange={({ currentTarget }) =>
          media.changeSpeed(currentTarget.selectedIndex - (SPEEDS as readonly number[]).indexOf(speed))
        }
      >
        {SPEEDS.map((one) => (
          <option key={one} value={one}>
            {one}x
          </option>
        ))}
      </select>
      {hasSound && (
        <IconButton icon={isMuted ? MUTE : VOLUME} label={isMuted ? 'Unmute' : 'Mute'} onClick={media.mute} />
      )}
      <div className="stage-tail">
        {children}
        <FullScreenButton />
      </div>
    </div>
  );
}
