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
  label,
  alignOffset = 0,
  className,
  children,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  anchor: RefObject<HTMLElement | null>;
  label: string;
  /** Moves the panel along the anchor's edge, in pixels. */
  alignOffset?: number;
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
          <Base.Positioner anchor={anchor} align="end" alignOffset={alignOffset} sideOffset={6} className="z-20">
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
