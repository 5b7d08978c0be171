import type { ComponentProps } from 'react';
import { classNames } from '#client/ui/class-names.ts';
import { Icon, type IconName, type IconPath } from '#client/ui/icon.tsx';
import { buttonClass, pressing } from './button.tsx';

/**
 * A square icon button; `label` is its accessible name. `onMedia` is a dark style for use on images, `pressed` makes it a toggle,
 * and `idle` works as in Button.
 */
export function IconButton({
  icon,
  label,
  onMedia,
  pressed,
  idle,
  onClick,
  variant = 'quiet',
  size,
  className,
  ...rest
}: Omit<ComponentProps<'button'>, 'children'> & {
  icon: IconName | IconPath;
  label: string;
  onMedia?: boolean;
  pressed?: boolean;
  idle?: boolean;
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
      {...pressing(idle, onClick)}
    >
      <Icon name={icon} />
    </button>
  );
}
