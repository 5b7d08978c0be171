import { CSPProvider } from '@base-ui/react/csp-provider';
import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { classNames } from '#client/ui/class-names.ts';
import { IconButton } from '#client/ui/forms/icon-button.tsx';
import './floating.css';

/** A modal dialog. Load this file on demand, because it includes Base UI. `onOpenChange` is called when the user closes it. */
export function Dialog({
  open,
  onOpenChange,
  title,
  before,
  initialFocus,
  description,
  actions,
  wide,
  bare,
  onClosed,
  children,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Shown before the title, e.g. the back button in a multi-step dialog. */
  before?: ReactNode;
  /** Receives the focus when the dialog opens. Defaults to the close button. */
  initialFocus?: RefObject<HTMLElement | null>;
  description?: ReactNode;
  actions?: ReactNode;
  /** Makes the dialog wider, for records with many fields. */
  wide?: boolean;
  /** Class name of a dialog without the usual heading and spacing. Its title is only announced. */
  bare?: string;
  /** Called when the dialog has disappeared. */
  onClosed?: () => void;
  children?: ReactNode;
}) {
  const opener = useRef<Element>(null);
  useLayoutEffect(() => {
    if (open) opener.current = document.activeElement;
  }, [open]);
  // If the opener no longer exists, let the page set the focus, rather than focus a button in an earlier dialog.
  const mayReturnFocus = (): boolean => {
    const active = document.activeElement;
    // Several dialogs may close together, so focus inside another dialog doesn't mean that the page has moved it.
    const isElsewhere = active !== document.body && !active?.closest('.dialog');
    return !isElsewhere && opener.current?.isConnected !== false;
  };
  return (
    <CSPProvider disableStyleElements>
      <Base.Root open={open} onOpenChange={onOpenChange} onOpenChangeComplete={(isOpen) => isOpen || onClosed?.()}>
        <Base.Portal>
          <Base.Backdrop className="dialog-backdrop" />
          <Base.Popup
            className={classNames('dialog float', wide && 'dialog-wide', bare)}
            initialFocus={initialFocus}
            finalFocus={mayReturnFocus}
            onFocus={({ target, currentTarget, relatedTarget }) => {
              // When the focused element is removed, Base UI moves the focus to the popup one frame later, even if the page has
              // already moved it to another element in the dialog. Move it back.
              const isStolen = target === currentTarget && !currentTarget.matches(':active');
              if (isStolen && relatedTarget instanceof HTMLElement && currentTarget.contains(relatedTarget))
                if (relatedTarget.checkVisibility?.()) relatedTarget.focus();
            }}
          >
            {bare ? (
              <>
                <Base.Title className="sr-only">{title}</Base.Title>
                {children}
              </>
            ) : (
              <>
                <div className="flex items-start justify-between gap-4">
                  {before}
                  <Base.Title className="display mr-auto text-state">{title}</Base.Title>
                  <Base.Close render={<IconButton icon="close" label="Close" size="sm" />} />
                </div>
                {description && <Base.Description className="mt-2 text-muted">{description}</Base.Description>}
                {children && <div className="mt-4">{children}</div>}
                {actions && <div className="mt-6 flex flex-wrap justify-end gap-2">{actions}</div>}
              </>
            )}
          </Base.Popup>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  );
}
