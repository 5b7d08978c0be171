import { type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from '#client/ui/forms/icon-button.tsx';

/**
 * A window from below for narrow screens, open as long as it is drawn. The browser's own modal dialog: it keeps the focus
 * inside, closes on Escape or Android's back, and gives the focus back. `footer` stays in view while the rest scrolls.
 */
export function Sheet({
  title,
  onClose,
  aside,
  footer,
  children,
}: {
  title: string;
  onClose: () => void;
  /** Beside the title. */
  aside?: ReactNode;
  /** Gets what closes the sheet. */
  footer?: (close: () => void) => ReactNode;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const shown = dialog.current;
    if (shown && !shown.open) shown.showModal();
  }, []);
  // Through the element, which gives the focus back before it is gone.
  const close = () => dialog.current?.close();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the press on the backdrop is an extra; keys have Escape and the button
    <dialog
      ref={dialog}
      className="bottom-sheet"
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={({ target, currentTarget }) => {
        // Only the backdrop belongs to the dialog itself: its content covers the rest.
        if (target === currentTarget) close();
      }}
    >
      <div className="flex max-h-[inherit] flex-col">
        <div className="flex items-center gap-2 border-b border-line py-2.5 pr-2 pl-4">
          <h2 id={titleId} className="mr-auto text-lead font-semibold">
            {title}
          </h2>
          {aside}
          <IconButton icon="close" label="Close" onClick={close} />
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 py-5">{children}</div>
        {footer && <div className="border-t border-line px-4 py-3">{footer(close)}</div>}
      </div>
    </dialog>
  );
}
