import { type ComponentProps, useId } from 'react';
import { classNames } from '#client/ui/class-names.ts';
import { Icon } from '#client/ui/icon.tsx';

/**
 * A styled native select. `hideLabel` shows the label to screen readers only. `pill` is the style of the sort menu, which shows
 * the label in front of the value.
 */
export function Select({
  label,
  hideLabel,
  pill,
  options,
  onValueChange,
  id,
  className,
  ...rest
}: Omit<ComponentProps<'select'>, 'onChange'> & {
  label: string;
  hideLabel?: boolean;
  pill?: boolean;
  options: readonly { value: string; label: string }[];
  onValueChange?: (value: string) => void;
}) {
  const own = useId();
  const control = id ?? own;
  return (
    <div className={classNames('flex gap-1.5', pill ? 'items-center' : 'flex-col', className)}>
      <label htmlFor={control} className={hideLabel ? 'sr-only' : 'text-sm font-semibold'}>
        {label}
      </label>
      <span className="relative flex flex-1 items-center">
        <select
          id={control}
          className={classNames('field select', pill && 'select-pill')}
          onChange={(event) => onValueChange?.(event.currentTarget.value)}
          {...rest}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="chevron" small className="pointer-events-none absolute right-3.5" />
      </span>
    </div>
  );
}
