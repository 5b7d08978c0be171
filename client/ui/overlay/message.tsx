import type { ReactNode } from 'react';
import { classNames } from '#client/ui/class-names.ts';
import { Icon, type IconName } from '#client/ui/icon.tsx';

const TONES = {
  error: ['clip', 'close'],
  success: ['scope', 'check'],
  info: ['daylight', 'info'],
  premium: ['tungsten', 'lock'],
} as const satisfies Record<string, readonly [string, IconName]>;

/** An inline message. Errors interrupt screen readers (role alert); other tones are announced politely (role status). */
export function Message({
  tone,
  action,
  className,
  children,
}: {
  tone: keyof typeof TONES;
  action?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  const [colour, icon] = TONES[tone];
  return (
    <div className={classNames('message', `c-${colour}`, className)} role={tone === 'error' ? 'alert' : 'status'}>
      <Icon name={icon} />
      <div className="min-w-0 flex-1">{children}</div>
      {action}
    </div>
  );
}
