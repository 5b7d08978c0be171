import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { classNames } from '#client/ui/class-names.ts';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { Icon, type IconName, type IconPath } from '#client/ui/icon.tsx';

/**
 * An icon button that opens a panel below it. Escape, clicking elsewhere and tabbing out close the panel. `children` receives a
 * function that closes the panel and returns focus to the button, as Escape does.
 */
export function DropPanel({
  icon,
  label,
  count = 0,
  className,
  onOpen,
  children,
}: {
  icon: IconName | IconPath;
  label: string;
  /** Number shown on the button if it is greater than zero. The label must mention it as well. */
  count?: number;
  className?: string;
  onOpen?: () => void;
  children: (close: () => void) => ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  useEffect(() => {
    if (!isOpen) return;
    const onPress = ({ target }: PointerEvent): void => {
      if (!box.current?.contains(target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, [isOpen]);

  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only handles keys of the controls inside
    <div
      ref={box}
      className={classNames('admin-drop', className)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.stopPropagation();
        close();
      }}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={button}
        type="button"
        className={buttonClass({ variant: 'quiet', className: 'btn-square relative' })}
        aria-label={label}
        title={label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => {
          if (!isOpen) onOpen?.();
          setOpen(!isOpen);
        }}
      >
        <Icon name={icon} />
        {count > 0 && (
          <span className="admin-dot" aria-hidden="true">
            {count > 99 ? '99+' : count}
          </span>
        )}
      </button>
      {isOpen && (
        <section id={id} aria-label={label} className="admin-drop-panel">
          {children(close)}
        </section>
      )}
    </div>
  );
}
