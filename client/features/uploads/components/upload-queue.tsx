import { useEffect, useMemo, useRef, useState } from 'react';
import { timeLeft } from '#client/features/uploads/speeds.ts';
import type { Totals, UploadItem } from '#client/features/uploads/upload-items.ts';
import type { Queue, QueueView } from '#client/features/uploads/upload-queue.ts';
import { formatBytes } from '#client/kit/text/format-bytes.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { UploadRow } from './upload-row.tsx';
import './uploads.css';

/** Maximum number of rows; if there are more items, unfinished ones take precedence. */
const MOST_LINES = 100;
/** How often screen readers announce progress. */
const SAY_MS = 15_000;

const filesText = (count: number): string => (count === 1 ? '1 file' : `${count.toLocaleString('en-US')} files`);

const shownOf = (items: readonly UploadItem[]): readonly UploadItem[] => {
  if (items.length <= MOST_LINES) return items;
  const open = items.filter(({ state }) => state !== 'arrived');
  return open.length >= MOST_LINES ? open.slice(0, MOST_LINES) : items.slice(-MOST_LINES);
};

const percentOf = ({ sent, size }: Totals): number => (size === 0 ? 0 : Math.min(100, Math.floor((sent / size) * 100)));

/** Overall progress for screen readers, announced only every `SAY_MS`. */
const Spoken = ({ view, isStarted }: { view: QueueView; isStarted: boolean }) => {
  const [said, setSaid] = useState('');
  const latest = useRef(view);
  latest.current = view;
  useEffect(() => {
    if (!isStarted || !view.isRunning) return;
    const timer = setInterval(() => setSaid(`${percentOf(latest.current.totals)}% sent`), SAY_MS);
    return () => clearInterval(timer);
  }, [isStarted, view.isRunning]);
  const { failed } = view.totals;
  const failures = failed > 0 && isStarted ? `${filesText(failed)} could not be uploaded.` : '';
  return (
    <p className="sr-only" role="status">
      {failures || said}
    </p>
  );
};

const Overall = ({ view, isStarted }: { view: QueueView; isStarted: boolean }) => {
  const { totals, speed, isRunning } = view;
  const left = isRunning ? timeLeft(totals.size - totals.sent, speed) : null;
  const words = isStarted
    ? `${formatBytes(totals.sent)} of ${formatBytes(totals.size)} · ${percentOf(totals)}%`
    : formatBytes(totals.size);
  return (
    <p className="min-w-0 flex-1">
      <span className="font-semi">{filesText(totals.files)}</span>{' '}
      <span className="text-sm text-muted">
        <span className="mono">{words}</span>
        {left && ` · ${left}`}
      </span>
    </p>
  );
};

/** List of files before and during the upload. Each can be paused, resumed and removed. */
export function UploadQueue({ queue, view, isStarted }: { queue: Queue; view: QueueView; isStarted: boolean }) {
  const list = useRef<HTMLUListElement>(null);
  const acts = useMemo(() => {
    // The clicked button may disappear, so move the focus to its row, or to the list if the row has also disappeared.
    const keepFocus = (key: string): void => {
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        const row = list.current?.querySelector<HTMLElement>(`[data-key="${key}"] button`);
        (row ?? list.current)?.focus();
      });
    };
    const kept = (act: (key: string) => void) => (key: string) => {
      act(key);
      keepFocus(key);
    };
    return { pause: kept(queue.pause), resume: kept(queue.resume), remove: kept(queue.remove) };
  }, [queue]);
  if (view.items.length === 0) return null;
  const { totals } = view;
  const shown = shownOf(view.items);
  const hidden = view.items.length - shown.length;
  return (
    <section className="panel overflow-hidden" aria-label="Files to upload">
      <div className="flex min-h-14 flex-wrap items-center gap-2 py-2 pr-3 pl-4">
        <Overall view={view} isStarted={isStarted} />
        {isStarted && totals.open > 0 && (
          <Button size="sm" onClick={queue.pauseAll}>
            Pause all
          </Button>
        )}
        {isStarted && totals.open === 0 && totals.paused > 0 && (
          <Button size="sm" onClick={queue.resumeAll}>
            Resume all
          </Button>
        )}
      </div>
      <Spoken view={view} isStarted={isStarted} />
      {/* Receives the focus when the focused row is removed. */}
      <ul className="upload-rows" ref={list} tabIndex={-1}>
        {shown.map((item) => (
          <UploadRow
            key={item.key}
            item={item}
            speed={item.state === 'sending' ? view.speed : null}
            isStarted={isStarted}
            acts={acts}
          />
        ))}
      </ul>
      {hidden > 0 && (
        <p className="border-t border-line px-4 py-3 text-sm text-muted">
          and {hidden.toLocaleString('en-US')} more
          {isStarted && `; ${totals.arrived.toLocaleString('en-US')} uploaded`}
        </p>
      )}
    </section>
  );
}
