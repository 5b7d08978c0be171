import type { CSSProperties } from 'react';
import { Icon } from '#client/ui/icon.tsx';

/**
 * The download page's countdown: a ring with the seconds left, then a check mark. The page, not this component, tells screen
 * readers when the countdown has finished.
 */
export function Countdown({ remaining, total }: { remaining: number; total: number }) {
  const share = total > 0 ? Math.min(1, Math.max(0, remaining / total)) : 0;
  if (remaining === 0) {
    return (
      <div className="countdown c-scope" style={{ '--p': 0 } as CSSProperties} aria-hidden="true">
        <Icon name="check" className="h-18 w-16 text-label" />
      </div>
    );
  }
  return (
    <div
      className="countdown display text-[4rem]"
      style={{ '--p': share } as CSSProperties}
      role="timer"
      aria-label={`${remaining} ${remaining === 1 ? 'second' : 'seconds'}`}
    >
      <span aria-hidden="true">{remaining}</span>
    </div>
  );
}
