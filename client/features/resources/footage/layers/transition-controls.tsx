import { Button } from '#client/ui/forms/button.tsx';
import type { Footage } from '../footage.ts';
import { chooseFootage, removeFootage } from '../footage-store.ts';
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
  next: Footage | null;
  problem: string | null;
};

/** Which clip a transition goes to, and how. */
export function TransitionControls({ look, change, hasAlpha, next, problem }: Props) {
  return (
    <>
      <div className="lut-controls layer-controls">
        <p className="min-w-0 truncate">
          <span className="text-muted">Goes to</span> <b className="font-semibold">{next?.name ?? 'the sample shot'}</b>
        </p>
        <div className="flex flex-none gap-1">
          <Button onClick={() => void pickNext()}>Choose next clip</Button>
          {next && (
            <Button variant="quiet" onClick={() => void removeFootage('next')}>
              Remove next clip
            </Button>
          )}
        </div>
      </div>
      {problem && (
        <p className="stage-note" role="alert">
          {problem}
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
