import { type CSSProperties, type KeyboardEvent, useEffect, useState } from 'react';
import { classNames } from '#client/ui/class-names.ts';
import { Spinner } from '#client/ui/spinner.tsx';
import { FailedView } from './failed-view.tsx';
import { FullScreenButton, MoveButton } from './transport.tsx';
import { usePlayer } from './use-player.ts';
import type { ViewerProps } from './view-kind.ts';

/** Makes a viewer of what does not move answer to the stage. */
export function useStill(onKey: (event: KeyboardEvent) => boolean): void {
  usePlayer({ isReady: true, play: () => {}, toggle: () => {}, onKey });
}

/** Controls of such a viewer. */
export function Controls({ children }: { children?: React.ReactNode }) {
  return (
    <div className="stage-controls">
      <MoveButton steps={-1} />
      <MoveButton steps={1} />
      {children || <span className="flex-1" />}
      <FullScreenButton />
    </div>
  );
}

export function PictureViewer({ preview, title, onRetry }: ViewerProps<'picture'>) {
  const [hasFailed, setFailed] = useState(false);
  useStill(() => false);
  if (hasFailed) return <FailedView onRetry={onRetry} />;
  return (
    <>
      <div className={classNames('stage-view', preview.hasAlpha && 'stage-checker')}>
        <img src={preview.url} alt={title} onError={() => setFailed(true)} />
      </div>
      <Controls />
    </>
  );
}

const STEP = 0.05;

/** A LUT on the sample shot, with a divider between before and after. */
export function LookViewer({ preview, title, onRetry }: ViewerProps<'look'>) {
  const [share, setShare] = useState(0.5);
  const [isBefore, setBefore] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const move = (to: number) => setShare(Math.min(1, Math.max(0, to)));
  const shown = isBefore ? 1 : share;
  useStill(({ key }) => {
    if (key === 'ArrowLeft') move(share - STEP);
    else if (key === 'ArrowRight') move(share + STEP);
    else if (key === 'b') setBefore(true);
    else return false;
    return true;
  });
  useEffect(() => {
    if (!isBefore) return;
    const release = ({ key }: { key: string }): void => {
      if (key.toLowerCase() === 'b') setBefore(false);
    };
    addEventListener('keyup', release);
    return () => removeEventListener('keyup', release);
  }, [isBefore]);
  if (hasFailed) return <FailedView onRetry={onRetry} />;
  return (
    <>
      <div className="stage-view" style={{ '--at': `${shown * 100}%` } as CSSProperties}>
        <img src={preview.afterUrl} alt={`${title} on a sample shot`} onError={() => setFailed(true)} />
        <img src={preview.beforeUrl} alt="" className="stage-before" onError={() => setFailed(true)} />
        <span className="stage-wipe" aria-hidden="true" />
        <input
          type="range"
          className="stage-wipe-range"
          aria-label="Before and after"
          aria-valuetext={`${Math.round(shown * 100)} % before`}
          min={0}
          max={1}
          step={0.01}
          value={shown}
          onChange={({ currentTarget }) => move(Number(currentTarget.value))}
        />
      </div>
      <Controls>
        <p className="mono flex flex-1 justify-between px-2 text-muted">
          <span>Before</span>
          <span>After</span>
        </p>
      </Controls>
    </>
  );
}

/** A README, a licence, or the beginning of another text. */
export function TextViewer({ url, title, onRetry }: { url: string; title: string; onRetry: () => void }) {
  const [text, setText] = useState<string | null>();
  const [isCut, setCut] = useState(false);
  useStill(() => false);
  useEffect(() => {
    const ending = new AbortController();
    fetch(url, { signal: ending.signal })
      .then(async (reply) => {
        setCut(reply.headers.has('x-truncated'));
        setText(reply.ok ? await reply.text() : null);
      })
      .catch(() => {
        if (!ending.signal.aborted) setText(null);
      });
    return () => ending.abort();
  }, [url]);
  if (text === null) return <FailedView onRetry={onRetry} />;
  return (
    <>
      {text === undefined ? (
        <div className="stage-view stage-plain">
          <Spinner />
        </div>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls by keyboard
        <section className="stage-view stage-text" aria-label={title} tabIndex={0}>
          <pre className="mono">{text}</pre>
        </section>
      )}
      <Controls>
        {isCut && <p className="flex-1 px-2 text-muted">The first 64 kB. Download the file to read the rest.</p>}
      </Controls>
    </>
  );
}
