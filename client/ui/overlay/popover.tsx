import { CSPProvider } from '@base-ui/react/csp-provider';
import { Popover as Base } from '@base-ui/react/popover';
import { type ReactNode, type RefObject, useRef } from 'react';
import { classNames } from '#client/ui/class-names.ts';
import './floating.css';

/**
 * A panel with controls below `anchor`, the button that opens it. It doesn't block the page: Escape, a click elsewhere and leaving it
 * with Tab close it. Load this file on demand, because it includes Base UI.
 */
export function Popover({
  open,
  onOpenChange,
  anchor,
  edge,
  label,
  className,
  children,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  anchor: RefObject<HTMLElement | null>;
  /** Finds the element whose end the panel is aligned with, if not the anchor. */
  edge?: () => Element | null;
  label: string;
  className?: string;
  children: ReactNode;
}) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <CSPProvider disableStyleElements>
      <Base.Root
        open={open}
        onOpenChange={(next, { reason, event }) => {
          // The button handles its own clicks. Closing the panel here would make the button open it again.
          if (reason === 'outside-press' && anchor.current?.contains(event.target as Node)) return;
          onOpenChange(next);
        }}
      >
        <Base.Portal>
          <Base.Positioner anchor={edge ?? anchor} align="end" sideOffset={6} className="z-20">
            <Base.Popup
              ref={popup}
              className={classNames('popover float', className)}
              aria-label={label}
              initialFocus={popup}
              finalFocus={anchor}
            >
              {children}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  );
}
