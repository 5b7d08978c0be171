import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';

type Look = {
  variant?: 'solid' | 'outline' | 'quiet' | 'premium' | 'danger';
  /** 36, 40 (default) or 48 px high. */
  size?: 'sm' | 'md' | 'lg';
  /** As wide as its container. */
  block?: boolean;
  className?: string;
};

/** The class names of a button, for a link that looks like one: `<Link className={buttonClass({ variant: 'solid' })}>`. */
export function buttonClass({ variant = 'outline', size = 'md', block, className }: Look = {}): string {
  return classNames('btn', `btn-${variant}`, size !== 'md' && `btn-${size}`, block && 'w-full', className);
}

/** A button; `busy` shows a spinner and keeps the press from happening twice. `type` is "button" unless given. */
export function Button({
  variant,
  size,
  block,
  className,
  busy,
  disabled,
  children,
  ...rest
}: ComponentProps<'button'> & Look & { busy?: boolean }) {
  return (
    <button
      type="button"
      className={buttonClass({ variant, size, block, className })}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      {...rest}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}
