import { type KeyboardEvent, useState } from 'react';
import { classNames } from '#client/ui/class-names.ts';
import { Spinner } from '#client/ui/spinner.tsx';
import { FailedView } from '../failed-view.tsx';
import { FullScreenButton, MoveButton } from '../transport.tsx';
import { usePlayer } from '../use-player.ts';
import type { ViewerProps } from '../view-kind.ts';
import { useFetched } from './use-fetched.ts';

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

const readText = async (reply: Response) => ({ text: await reply.text(), isCut: reply.headers.has('x-truncated') });

/** A README, a licence, or the beginning of another text. */
export function TextViewer({ url, title, onRetry }: { url: string; title: string; onRetry: () => void }) {
  const shown = useFetched(url, readText);
  useStill(() => false);
  if (shown === null) return <FailedView onRetry={onRetry} />;
  return (
    <>
      {shown === undefined ? (
        <div className="stage-view stage-plain">
          <Spinner />
        </div>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls by keyboard
        <section className="stage-view stage-text" aria-label={title} tabIndex={0}>
          <pre className="mono">{shown.text}</pre>
        </section>
      )}
      <Controls>
        {shown?.isCut && <p className="flex-1 px-2 text-muted">The first 64 kB. Download the file to read the rest.</p>}
      </Controls>
    </>
  );
}
