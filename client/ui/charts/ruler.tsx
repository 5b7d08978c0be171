import { classNames } from '#client/ui/class-names.ts';

/** Decorative timecode ruler between sections. */
export function Ruler({ className }: { className?: string }) {
  return <div className={classNames('ruler', className)} aria-hidden="true" />;
}
