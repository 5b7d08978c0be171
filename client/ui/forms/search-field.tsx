import { type ComponentProps, type ReactNode, useRef } from 'react';
import { classNames } from '#client/ui/class-names.ts';
import { Icon } from '#client/ui/icon.tsx';
import { IconButton } from './icon-button.tsx';

/**
 * A search box for use in a `<form role="search">`. Works uncontrolled (`name`, `defaultValue`), even without JavaScript, or
 * controlled (`value`). `onValueChange` is called on typing and clearing, `onClear` only when the clear button is clicked.
 * `children`, such as a submit button or a keyboard hint, are placed at the right end.
 */
export function SearchField({
  label,
  onValueChange,
  onClear,
  tone = 'plain',
  className,
  children,
  ...rest
}: Omit<ComponentProps<'input'>, 'onChange' | 'ref' | 'type'> & {
  label: string;
  placeholder: string;
  onValueChange?: (value: string) => void;
  onClear?: () => void;
  /** `paper`: a light field for use on images, in both themes. */
  tone?: 'plain' | 'paper';
  children?: ReactNode;
}) {
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    if (!input.current) return;
    if (rest.value === undefined) input.current.value = '';
    input.current.focus();
    onValueChange?.('');
    onClear?.();
  };
  return (
    <div className={classNames('search', className)} data-theme={tone === 'paper' ? 'light' : undefined}>
      <Icon name="search" />
      <input
        ref={input}
        type="search"
        aria-label={label}
        autoComplete="off"
        onChange={(event) => onValueChange?.(event.currentTarget.value)}
        {...rest}
      />
      <IconButton className="search-clear" icon="close" label="Clear search" size="sm" onClick={clear} />
      {children}
    </div>
  );
}
