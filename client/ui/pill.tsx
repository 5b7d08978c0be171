import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';

/** A filter as a toggle button. For a filter that is a link, use `className="pill"` with `aria-current`. */
export function Pill({ pressed, className, ...rest }: ComponentProps<'button'> & { pressed: boolean }) {
  return <button type="button" className={classNames('pill', className)} aria-pressed={pressed} {...rest} />;
}
