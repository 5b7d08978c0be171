import type { ComponentProps, MouseEventHandler } from 'react';
import { classNames } from '#client/ui/class-names.ts';
import { Spinner } from '#client/ui/spinner.tsx';

type Look = {
  variant?: 'solid' | 'outline' | 'quiet' | 'premium' | 'danger';
  /** 36, 40 (default) or 48 px high. */
  size?: 'sm' | 'md' | 'lg';
  /** As wide as its container. */
  block?: boolean;
  className?: string;
};

type Press = MouseEventHandler<HTMLButtonElement> | undefined;

/** The class names of a button, for a link that looks like one: `<Link className={buttonClass({ variant: 'solid' })}>`. */
export function buttonClass({ variant = 'outline', size = 'md', block, className }: Look = {}): string {
  return classNames('btn', `btn-${variant}`, size !== 'md' && `btn-${size}`, block && 'w-full', className);
}

/** A button that is off does nothing and sends no form, but keeps the focus: browsers take it from what is `disabled`. */
export function pressing(isOff: boolean | undefined, onClick: Press) {
  return isOff
    ? { 'aria-disabled': true, onClick: (event: { preventDefault(): void }) => event.preventDefault() }
    : { onClick };
}

/**
 * A button; `busy` shows a spinner and keeps the press from happening twice, `idle` says that there is nothing for it to do
 * now. Both leave it the focus, which `disabled` would lose. `type` is "button" unless given.
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
