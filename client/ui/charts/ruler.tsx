import { classNames } from '#client/ui/class-names.ts';

/** The timecode ruler that parts sections; decoration. */
export function Ruler({ className }: { className?: string }) {
  return <div className={classNames('ruler', className)} aria-hidden="true" />;
}
