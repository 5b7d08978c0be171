import { useRef } from 'react';
import { Button } from '#client/ui/forms/button.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import { goneNote } from '../footage.ts';
import { allowFootage, chooseFootage, removeFootage, useFootage } from '../footage-store.ts';
import { pickFootage } from '../pick-footage.ts';
import { TRANSITION_KINDS, type TransitionKind } from './blend-drawer.ts';
import { ShareSlider } from './layer-controls.tsx';

const KIND_LABELS: Record<TransitionKind, string> = {
  over: 'Over the cut',
  luma: 'Luma matte',
  alpha: 'Alpha matte',
};

export type TransitionLook = {
  kind: TransitionKind;
  isInverted: boolean;
  /** When the cut is, as a share of the transition. */
  cut: number;
};

const pickNext = async (): Promise<void> => {
  const chosen = await pickFootage().catch(() => null);
  if (chosen) await chooseFootage('next', chosen);
};

type Props = {
  look: TransitionLook;
  change: (part: Partial<TransitionLook>) => void;
  /** Without transparency, an alpha matte would show nothing. */
  hasAlpha: boolean;
  /** Whether the browser can't read the next clip any more. */
  isGone: boolean;
};

/** Which clip a transition goes to, and how. */
export function TransitionControls({ look, change, hasAlpha, isGone }: Props) {
  const { footage: next, problem, isReading, asksFor } = useFootage('next');
  const choose = useRef<HTMLButtonElement>(null);
  const isSound = next?.kind === 'sound';
  const shown = isSound ? null : next;
  const note =
    problem ??
    (isSound ? `${next.name} is a sound. Choose a clip or a picture.` : isGone && next ? goneNote(next.kind) : null);
  return (
    <>
      <div className="lut-controls layer-controls">
        <p className="min-w-0 truncate">
          <span className="text-muted">Goes to</span>{' '}
          <b className="font-semibold">{shown?.name ?? 'the sample shot'}</b>
        </p>
        {isReading && <Spinner label="Reading the next clip" />}
        <div className="flex flex-wrap gap-1">
          {asksFor && (
            <Button
              onClick={async () => {
                await allowFootage('next');
                // Unless the browser refused, the button has disappeared.
                if (document.activeElement === document.body) choose.current?.focus();
              }}
            >
              Use {asksFor} again
            </Button>
          )}
          <Button ref={choose} onClick={() => void pickNext()}>
            Choose next clip
          </Button>
          {(next || asksFor) && (
            <Button
              variant="quiet"
              onClick={() => {
                choose.current?.focus();
                void removeFootage('next');
              }}
            >
              Remove next clip
            </Button>
          )}
        </div>
      </div>
      {note && (
        <p className="stage-note" role="alert">
          {note}
        </p>
      )}
      <div className="lut-controls layer-controls">
        <fieldset className="stage-choice">
          <legend className="sr-only">Kind of transition</legend>
          {TRANSITION_KINDS.filter((kind) => hasAlpha || kind !== 'alpha').map((kind) => (
            <button key={kind} type="button" aria-pressed={look.kind === kind} onClick={() => change({ kind })}>
              {KIND_LABELS[kind]}
            </button>
          ))}
        </fieldset>
        {look.kind === 'over' ? (
          <ShareSlider label="Cut" value={look.cut} onChange={(cut) => change({ cut })} />
        ) : (
          <Button aria-pressed={look.isInverted} onClick={() => change({ isInverted: !look.isInverted })}>
            Invert matte
          </Button>
        )}
      </div>
    </>
  );
}
