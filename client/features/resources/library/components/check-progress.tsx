import { useEffect, useRef } from 'react';
import type { Check, CheckState } from '#client/features/resources/library/check.ts';
import { takeLostFocus } from '#client/features/resources/library/redraw.ts';
import { formatBytes } from '#client/kit/text/format-bytes.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { Message } from '#client/ui/overlay/message.tsx';

const NUMBERS = new Intl.NumberFormat('en');
const filesOf = (count: number): string => `${NUMBERS.format(count)} ${count === 1 ? 'file' : 'files'}`;

const rateOf = ({ bytes, ms }: CheckState): string =>
  ms > 500 && bytes > 0 ? `, ${NUMBERS.format(Math.round(bytes / ms / 1000))} MB/s` : '';

const Skipped = ({ state: { skipped, skippedCount } }: Pick<Props, 'state'>) =>
  skippedCount > 0 && (
    <details className="text-sm">
      <summary className="cursor-pointer py-1">
        Left out because they changed or couldn’t be read: {NUMBERS.format(skippedCount)}
      </summary>
      <ul className="mono wrap-anywhere text-muted">
        {skipped.map((path) => (
          <li key={path}>{path}</li>
        ))}
        {skippedCount > skipped.length && <li>and {NUMBERS.format(skippedCount - skipped.length)} more</li>}
      </ul>
    </details>
  );

const Consent = ({ state, siteName, onStart, onLeave }: Pick<Props, 'state' | 'siteName' | 'onStart' | 'onLeave'>) =>
  state.files === 0 ? (
    <div className="grid gap-4">
      <p>This folder is empty.</p>
      <div>
        <Button onClick={onLeave}>Choose another folder</Button>
      </div>
    </div>
  ) : (
    <div className="grid gap-4">
      <p className="max-w-[68ch]">
        Your browser computes a hash of each file and sends the hashes to {siteName}. File names and contents stay on
        this device. We look the hashes up and don’t store them.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="solid" onClick={onStart}>
          Check {filesOf(state.files)}
        </Button>
        <Button onClick={onLeave}>Choose another folder</Button>
      </div>
    </div>
  );

type Props = {
  name: string;
  state: CheckState;
  check: Check;
  siteName: string;
  onStart(): void;
  onLeave(): void;
};

/** The check of a folder: consent, progress, and what stopped it. */
export function CheckProgress({ name, state, check, siteName, onStart, onLeave }: Props) {
  const { phase, files, done, bytes, matched } = state;
  const action = useRef<HTMLButtonElement>(null);
  const result = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (phase !== 'listing' && phase !== 'ready') takeLostFocus(phase === 'done' ? result.current : action.current);
  }, [phase]);
  if (phase === 'listing')
    return (
      <p className="text-muted">
        Listing {name}: {filesOf(files)}
      </p>
    );
  if (phase === 'ready') return <Consent state={state} siteName={siteName} onStart={onStart} onLeave={onLeave} />;
  if (phase === 'denied') {
    return (
      <div className="grid gap-4">
        <Message tone="error">
          Your browser no longer has access to {name}. Allow it again to continue. What was read is kept.
        </Message>
        <div className="flex flex-wrap gap-3">
          <Button ref={action} variant="solid" onClick={onStart}>
            Allow and continue
          </Button>
          <Button onClick={onLeave}>Choose another folder</Button>
        </div>
      </div>
    );
  }
  const isBusy = phase === 'running' || phase === 'paused';
  return (
    <div className="grid gap-4">
      {phase === 'failed' && <Message tone="error">{state.message}</Message>}
      {phase === 'done' && (
        <p ref={result} role="status" tabIndex={-1}>
          {NUMBERS.format(matched)} of {filesOf(files)} in {name} {matched === 1 ? 'comes' : 'come'} from {siteName}.
        </p>
      )}
      {phase !== 'done' && files > 0 && (
        <div>
          <progress className="h-1.5 w-full accent-tally" max={files} value={done} aria-label={`Checking ${name}`} />
          <p className="mt-2 text-sm text-muted">
            {phase === 'paused' ? 'Paused at ' : ''}
            {NUMBERS.format(done)} of {filesOf(files)}, {formatBytes(bytes)} read{rateOf(state)}
          </p>
        </div>
      )}
      <Skipped state={state} />
      <div className="flex flex-wrap gap-3">
        {phase !== 'done' && (
          <Button
            ref={action}
            variant={phase === 'running' ? 'outline' : 'solid'}
            onClick={{ running: check.pause, paused: check.resume, failed: onStart }[phase]}
          >
            {{ running: 'Pause', paused: 'Resume', failed: 'Try again' }[phase]}
          </Button>
        )}
        <Button onClick={onLeave}>{isBusy ? 'Stop' : 'Check another folder'}</Button>
      </div>
    </div>
  );
}
