import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

/** The label colours; `muted` is the grey one. */
export type Tone = 'tally' | 'tungsten' | 'daylight' | 'scope' | 'clip' | 'iris' | 'muted';

/** A small label in its colour: PRO, Verified Creator, LEAKER, Pinned. */
export function Badge({ tone = 'muted', icon, children }: { tone?: Tone; icon?: IconName; children: ReactNode }) {
  return (
    <span className={classNames('badge tint', `c-${tone}`)}>
      {icon && <Icon name={icon} small />}
      {children}
    </span>
  );
}
