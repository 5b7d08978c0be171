import type { ReactNode } from 'react';
import { classNames } from '#client/ui/class-names.ts';
import { Icon } from '#client/ui/icon.tsx';

/** "Free" or "Premium" (with a lock) on an image. */
export function AccessTag({ access }: { access: 'free' | 'premium' }) {
  if (access === 'free') return <span className="tag">Free</span>;
  return (
    <span className="tag tag-premium">
      <Icon name="lock" small />
      Premium
    </span>
  );
}

/** Any other label on an image. Use `mono` for durations, counts and timecodes. */
export function MediaTag({ mono, className, children }: { mono?: boolean; className?: string; children: ReactNode }) {
  return <span className={classNames('tag', mono && 'tag-mono', className)}>{children}</span>;
}
