import { type ReactNode, useEffect, useId, useRef } from 'react';
import { IconButton } from '#client/ui/forms/icon-button.tsx';

/**
 * A bottom sheet for narrow screens; it is open while rendered. Uses the browser's modal dialog, which traps the focus, closes on
 * Escape or Android's back button, and restores the focus. `footer` stays visible while the rest scrolls.
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
  /** Shown next to the title. */
  aside?: ReactNode;
  /** Renders the footer. Receives a function that closes the sheet. */
  footer?: (close: () => void) => ReactNode;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const shown = dialog.current;
    if (shown && !shown.open) shown.showModal();
  }, []);
  // Close the element itself, so that it restores the focus before it is unmounted.
  const close = () => dialog.current?.close();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: clicking the backdrop is optional; keyboards have Escape and the button
    <dialog
      ref={dialog}
      className="bottom-sheet"
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={({ target, currentTarget }) => {
        // Clicks on the backdrop target the dialog element itself, because its content covers the rest.
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
