import { CSPProvider } from '@base-ui/react/csp-provider';
import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { IconButton } from '#client/ui/forms/icon-button.tsx';
import './floating.css';

/** A modal window. Load this file on demand: it brings Base UI. `title` names it; closing is told to `onOpenChange`. */
export function Dialog({
  open,
  onOpenChange,
  title,
  before,
  initialFocus,
  description,
  actions,
  wide,
  children,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Stands before the title: the way back in a dialog of several steps. */
  before?: ReactNode;
  /** What gets the focus when it opens; the button that closes, unless given. */
  initialFocus?: RefObject<HTMLElement | null>;
  description?: ReactNode;
  actions?: ReactNode;
  /** Room for records with many facts. */
  wide?: boolean;
  children?: ReactNode;
}) {
  const opener = useRef<Element>(null);
  useLayoutEffect(() => {
    if (open) opener.current = document.activeElement;
  }, [open]);
  // When what opened it is gone, the page knows what stands in its place; the button of an earlier window does not.
  const mayReturnFocus = (): boolean => {
    const active = document.activeElement;
    // Windows may go together: what has the focus in one of them is no other place.
    const isElsewhere = active !== document.body && !active?.closest('.dialog');
    return !isElsewhere && opener.current?.isConnected !== false;
  };
  return (
    <CSPProvider disableStyleElements>
      <Base.Root open={open} onOpenChange={onOpenChange}>
        <Base.Portal>
          <Base.Backdrop className="dialog-backdrop" />
          <Base.Popup
            className={wide ? 'dialog dialog-wide float' : 'dialog float'}
            initialFocus={initialFocus}
            finalFocus={mayReturnFocus}
            onFocus={({ target, currentTarget, relatedTarget }) => {
              // A frame after something vanished the window takes the focus, even from where the page has led it since.
              const isStolen = target === currentTarget && !currentTarget.matches(':active');
              if (isStolen && relatedTarget instanceof HTMLElement && currentTarget.contains(relatedTarget))
                if (relatedTarget.checkVisibility?.()) relatedTarget.focus();
            }}
          >
            <div className="flex items-start justify-between gap-4">
              {before}
              <Base.Title className="display mr-auto text-state">{title}</Base.Title>
              <Base.Close render={<IconButton icon="close" label="Close" size="sm" />} />
            </div>
            {description && <Base.Description className="mt-2 text-muted">{description}</Base.Description>}
            {children && <div className="mt-4">{children}</div>}
            {actions && <div className="mt-6 flex flex-wrap justify-end gap-2">{actions}</div>}
          </Base.Popup>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  );
}
