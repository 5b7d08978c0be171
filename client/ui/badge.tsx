import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

/** Badge colours; `muted` is grey. */
export type Tone = 'tally' | 'tungsten' | 'daylight' | 'scope' | 'clip' | 'iris' | 'muted';

/** A small coloured label such as PRO, Verified Creator, LEAKER or Pinned. */
export function Badge({ tone = 'muted', icon, children }: { tone?: Tone; icon?: IconName; children: ReactNode }) {
  return (
    <span className={classNames('badge tint', `c-${tone}`)}>
      {icon && <Icon name={icon} small />}
      {children}
    </span>
  );
}
