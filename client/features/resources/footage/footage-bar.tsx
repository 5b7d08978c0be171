import { clockTime } from '#client/features/resources/stage/clock-time.ts';
import { rateOf } from '#client/features/resources/stage/timecode.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import type { Footage } from './footage.ts';
import { allowFootage, chooseFootage, removeFootage, useFootage } from './footage-store.ts';
import { pickFootage } from './pick-footage.ts';

const LAPTOP = 'M5 5h14v10H5ZM2 19h20';

/** Such as `3840x2160, 24 fps, 0:14`. */
const factsOf = ({ kind, width, height, seconds, rate }: Footage): string => {
  const frames = rateOf(rate);
  return [
    kind !== 'sound' && `${width}x${height}`,
    frames !== null && `${Number(frames.toFixed(3))} fps`,
    seconds !== null && clockTime(seconds),
  ]
    .filter(Boolean)
    .join(', ');
};

type Press = { currentTarget: HTMLElement };

/** The bar disappears, so the focus moves to the button that brings it back. */
const remove = ({ currentTarget }: Press): void => {
  currentTarget.closest('.stage')?.querySelector<HTMLElement>('.stage-mine')?.focus({ preventScroll: true });
  void removeFootage('main');
};

const again = async ({ currentTarget }: Press): Promise<void> => {
  const stage = currentTarget.closest<HTMLElement>('.stage');
  await allowFootage('main');
  // Unless the browser refused, the button has disappeared.
  if (document.activeElement === document.body) stage?.focus({ preventScroll: true });
};

const replace = async (): Promise<void> => {
  const chosen = await pickFootage().catch(() => null);
  if (chosen) await chooseFootage('main', chosen);
};

/** The person's footage above the stage, and why it can't be used. */
export function FootageBar() {
  const { footage, isReading, problem, asksFor, isKept } = useFootage('main');
  const notes = [
    problem,
    ...(footage?.notes ?? []),
    footage && isKept === false && 'Your browser can’t keep this file. You can use it until you close this page.',
  ].filter((note) => typeof note === 'string');
  return (
    <>
      <div className="footage-bar">
        <p className="footage-badge">
          <Icon name={LAPTOP} small />
          Stays on this device
        </p>
        {footage && (
          <p className="min-w-0 truncate">
            <b className="font-semibold">{footage.name}</b>{' '}
            <span className="mono text-muted max-sm:hidden">{factsOf(footage)}</span>
          </p>
        )}
        {isReading && <Spinner label="Reading your footage" />}
        <div className="ml-auto flex flex-none gap-1">
          {asksFor && (
            <Button variant="outline" size="sm" onClick={(event) => void again(event)}>
              Use {asksFor} again
            </Button>
          )}
          <Button variant="quiet" size="sm" onClick={() => void replace()}>
            {footage ? 'Replace' : 'Choose'}
          </Button>
          <Button variant="quiet" size="sm" onClick={remove}>
            Remove
          </Button>
        </div>
      </div>
      <div role="status">
        {notes.map((note) => (
          <p key={note} className="stage-note">
            {note}
          </p>
        ))}
      </div>
    </>
  );
}
