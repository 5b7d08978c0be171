import type { ComponentProps, MouseEventHandler } from 'react';
import { classNames } from '#client/ui/class-names.ts';
import { Spinner } from '#client/ui/spinner.tsx';

type Look = {
  variant?: 'solid' | 'outline' | 'quiet' | 'premium' | 'danger';
  /** 36, 40 (default) or 48 px high. */
  size?: 'sm' | 'md' | 'lg';
  /** Stretches the button to the width of its container. */
  block?: boolean;
  className?: string;
};

type Press = MouseEventHandler<HTMLButtonElement> | undefined;

/** Class names for a link that looks like a button: `<Link className={buttonClass({ variant: 'solid' })}>`. */
export function buttonClass({ variant = 'outline', size = 'md', block, className }: Look = {}): string {
  return classNames('btn', `btn-${variant}`, size !== 'md' && `btn-${size}`, block && 'w-full', className);
}

/** Props for a button that may be inactive. It then ignores clicks but keeps the focus, which `disabled` would lose. */
export function pressing(isOff: boolean | undefined, onClick: Press) {
  return isOff
    ? { 'aria-disabled': true, onClick: (event: { preventDefault(): void }) => event.preventDefault() }
    : { onClick };
}

/**
 * A button. `busy` shows a spinner and blocks further clicks; `idle` disables it while there is nothing to do. Both keep the
 * focus, which `disabled` would lose. `type` defaults to "button".
 */
export function Button({
  variant,
  size,
  block,
  className,
  busy,
  idle,
  onClick,
  children,
  ...rest
}: ComponentProps<'button'> & Look & { busy?: boolean; idle?: boolean }) {
  return (
    <button
      type="button"
      className={buttonClass({ variant, size, block, className })}
      aria-busy={busy || undefined}
      {...rest}
      {...pressing(busy || idle, onClick)}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}
