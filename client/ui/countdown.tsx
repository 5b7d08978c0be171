import type { CSSProperties } from 'react';

/** The ring of the download page: `remaining` of `total` whole seconds. The page tells the end in words of its own. */
export function Countdown({ remaining, total }: { remaining: number; total: number }) {
  const share = total > 0 ? Math.min(1, Math.max(0, remaining / total)) : 0;
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
