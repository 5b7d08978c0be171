import { useCallback, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { restoreFootage, useFootage } from '#client/features/resources/footage/footage-store.ts';
import {
  COMPARED_MAX,
  type Compared,
  clearCompared,
  comparedLink,
  toggleCompared,
  useCompared,
  useOwnComparedCount,
} from '#client/features/resources/stage/offers/compare-list.ts';
import { useFootageIsOn } from '#client/features/resources/stage/offers/footage-switch.ts';
import { positionText } from '#client/features/resources/stage/seek-bar.tsx';
import { useStageState, useStageStore } from '#client/features/resources/stage/stage-store.tsx';
import { rateOf } from '#client/features/resources/stage/timecode.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { IconButton } from '#client/ui/forms/icon-button.tsx';
import { showToast } from '#client/ui/overlay/toast-queue.ts';
import { CompareCell } from './compare-cell.tsx';
import type { Painter } from './painter.ts';
import { useSharedClock } from './shared-clock.ts';
import './compare.css';

/** How long files without a length are played, in seconds. */
const STILL_SECONDS = 5;
const DEFAULT_RATE = 30;

const copyLink = async (link: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(link);
    showToast({ tone: 'success', text: 'Link copied. Your footage is not part of it.' });
  } catch {
    showToast({ tone: 'error', text: 'Your browser blocked copying.' });
  }
};

/** Up to six files side by side, played in step on the same footage or on the sample shot. */
export function CompareTray({ resourceId }: { resourceId: string }) {
  const files = useCompared();
  const ownCount = useOwnComparedCount();
  const store = useStageStore();
  const isOnFootage = useFootageIsOn();
  const { footage: chosen } = useFootage('main');
  const footage = isOnFootage && chosen?.kind !== 'sound' ? chosen : null;
  const [painters] = useState(() => new Set<Painter>());
  const [lengths, setLengths] = useState<Readonly<Record<string, number>>>({});
  const [heard, setHeard] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(true);
  const list = useRef<HTMLUListElement>(null);
  const label = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isOnFootage) void restoreFootage();
  }, [isOnFootage]);

  const keys = files.map(({ id, file }) => `${id}:${file}`);
  const seconds = Math.max(0, ...keys.map((key) => lengths[key] ?? 0)) || STILL_SECONDS;
  const length = (footage?.kind === 'clip' && footage.seconds) || seconds;
  const rate = rateOf(footage?.rate ?? null);
  const request = useRef(0);
  const { clock, isPlaying, drawBase } = useSharedClock(footage, seconds, () => drawSoon());
  const draw = (): void => {
    request.current = 0;
    if (!clock) return;
    const base = drawBase();
    const { currentTime, paused, playbackRate } = clock;
    for (const painter of painters)
      painter.paint(base, currentTime, { isPlaying: !paused, speed: playbackRate, frame: 1 / (rate ?? DEFAULT_RATE) });
    list.current?.style.setProperty('--at', `${(currentTime / length) * 100}%`);
    if (label.current) label.current.textContent = positionText(currentTime, rate);
    if (!paused) drawSoon();
  };
  const latest = useRef(draw);
  useEffect(() => {
    latest.current = draw;
  });
  const drawSoon = useCallback((): void => {
    request.current ||= requestAnimationFrame(() => latest.current());
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: playing starts the frames, and another clock shows another picture
  useEffect(drawSoon, [drawSoon, isPlaying, clock, length, isOpen]);
  useEffect(() => () => cancelAnimationFrame(request.current), []);

  // One thing plays at a time, and nothing that can't be seen.
  const isStagePlaying = useStageState((state) => state.isPlaying);
  useEffect(() => {
    if (isStagePlaying || !isOpen) clock?.pause();
  }, [clock, isStagePlaying, isOpen]);
  const tray = useRef<HTMLElement>(null);
  const remove = (compared: Compared, at: number): void => {
    toggleCompared(compared);
    // The button that was pressed disappears.
    const buttons = tray.current?.querySelectorAll<HTMLElement>('.compare-remove') ?? [];
    const next = buttons[at + 1] ?? buttons[at - 1] ?? document.querySelector<HTMLElement>('.stage');
    next?.focus();
  };
  const clear = (): void => {
    clearCompared();
    document.querySelector<HTMLElement>('.stage')?.focus();
  };
  const toggle = (): void => {
    if (!clock) return;
    if (!clock.paused) {
      clock.pause();
      return;
    }
    if (store.get().isPlaying) store.toggle();
    clock.play().catch(() => {});
  };
  if (files.length === 0) return null;
  return createPortal(
    <section ref={tray} className="compare-tray" aria-label="Compare" data-open={isOpen || undefined}>
      <div className="compare-head">
        <div className="flex items-center gap-2">
          <h2 className="display text-h3">Compare</h2>
          <IconButton
            icon="chevron"
            label={isOpen ? 'Hide the files' : 'Show the files'}
            aria-expanded={isOpen}
            className={isOpen ? '' : 'rotate-180'}
            onClick={() => setOpen(!isOpen)}
          />
        </div>
        <p className="text-sm text-muted">
          {files.length} of {COMPARED_MAX}, played in step{footage ? ' on your footage' : ''}
        </p>
        {isOpen && (
          <>
            <p className="mono">
              <b ref={label} className="font-semibold">
                {positionText(0, rate)}
              </b>
            </p>
            <div className="flex flex-wrap gap-1">
              <IconButton
                icon={isPlaying ? 'pause' : 'play'}
                label={isPlaying ? 'Pause all' : 'Play all'}
                variant="solid"
                onClick={toggle}
              />
              <Button variant="outline" onClick={() => void copyLink(comparedLink(files))}>
                Copy link
              </Button>
              {ownCount > 0 ? (
                <Button variant="outline" onClick={clear}>
                  Back to your {ownCount === 1 ? 'file' : `${ownCount} files`}
                </Button>
              ) : (
                <IconButton icon="trash" label="Remove all" onClick={clear} />
              )}
            </div>
          </>
        )}
      </div>
      <ul ref={list} className="compare-cells" hidden={!isOpen}>
        {files.map((compared, at) => {
          const key = keys[at] ?? '';
          return (
            <CompareCell
              key={key}
              resourceId={resourceId}
              compared={compared}
              isHeard={heard === key}
              onHear={() => setHeard(heard === key ? null : key)}
              onRemove={() => remove(compared, at)}
              onLength={(found) => setLengths((before) => ({ ...before, [key]: found }))}
              onReady={drawSoon}
              painters={painters}
            />
          );
        })}
      </ul>
    </section>,
    document.body,
  );
}
