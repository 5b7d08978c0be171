import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

/** A filter as a toggle button. If the filter is a link, use `className="pill"` with `aria-current` instead. */
export function Pill({ pressed, className, ...rest }: ComponentProps<'button'> & { pressed: boolean }) {
  return <button type="button" className={classNames('pill', className)} aria-pressed={pressed} {...rest} />;
}
