import type { ComponentProps } from 'react';
import { buttonClass } from './button.tsx';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

/** A square button with an icon; `label` is its name. `onMedia` lies dark on a picture; `pressed` makes it a toggle. */
export function IconButton({
  icon,
  label,
  onMedia,
  pressed,
  variant = 'quiet',
  size,
  className,
  ...rest
}: Omit<ComponentProps<'button'>, 'children'> & {
  icon: IconName;
  label: string;
  onMedia?: boolean;
  pressed?: boolean;
  variant?: 'solid' | 'outline' | 'quiet';
  size?: 'sm' | 'md' | 'lg';
}) {
  return (
    <button
      type="button"
      className={
        onMedia
          ? classNames('on-media', className)
          : buttonClass({ variant, size, className: classNames('btn-square', className) })
      }
      aria-label={label}
      aria-pressed={pressed}
      title={label}
      {...rest}
    >
      <Icon name={icon} />
    </button>
  );
}
