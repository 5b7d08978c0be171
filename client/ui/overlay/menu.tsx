import { CSPProvider } from '@base-ui/react/csp-provider';
import { Menu as Base } from '@base-ui/react/menu';
import { type RefObject, useRef } from 'react';
import { classNames } from '#client/ui/class-names.ts';
import { Icon } from '#client/ui/icon.tsx';
import { type LinkLike, PlainLink } from '#client/ui/link.tsx';
import type { MenuItem } from './menu-items.ts';
import './floating.css';

/** The open menu below `anchor`. Includes Base UI, so use `MenuButton`, which loads this file on demand. */
export function MenuPopup({
  open,
  onOpenChange,
  anchor,
  label,
  items,
  toFirst,
  link: Link = PlainLink,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  anchor: RefObject<HTMLElement | null>;
  label: string;
  items: MenuItem[];
  /** True if opened by keyboard. The focus then moves to the selected item, or else to the first one. */
  toFirst?: boolean;
  link?: LinkLike;
}) {
  const first = useRef<HTMLElement>(null);
  const forwarded = useRef(false);
  const left = useRef(false);
  const start = Math.max(
    0,
    items.findIndex(({ checked }) => checked),
  );
  return (
    <CSPProvider disableStyleElements>
      <Base.Root
        open={open}
        modal={false}
        onOpenChange={(next, { reason, event }) => {
          // The button handles its own clicks. Closing the menu here would make the button open it again.
          if (reason === 'outside-press' && anchor.current?.contains(event.target as Node)) return;
          onOpenChange(next);
        }}
      >
        <Base.Portal>
          <Base.Positioner anchor={anchor} align="end" sideOffset={6} className="z-20">
            <Base.Popup
              className="menu float"
              aria-label={label}
              finalFocus={() => !left.current && anchor.current}
              onKeyDown={(event) => {
                if (event.key !== 'Tab') return;
                // Make Tab continue from the button, as if the menu had not been open.
                event.preventBaseUIHandler();
                left.current = true;
                anchor.current?.focus();
                onOpenChange(false);
              }}
              onFocus={({ target, currentTarget }) => {
                // Move the focus only once. When the pointer leaves an item later, the popup gets the focus and must keep it.
                if (!toFirst || forwarded.current || target !== currentTarget) return;
                forwarded.current = true;
                first.current?.focus();
              }}
            >
              {items.map(({ label: text, icon, danger, disabled, checked, to, onSelect }, index) => (
                <Base.Item
                  key={text}
                  ref={index === start ? first : undefined}
                  className={classNames('menu-item', danger && 'text-clip')}
                  disabled={disabled}
                  {...(checked !== undefined && { role: 'menuitemradio', 'aria-checked': checked })}
                  onClick={
                    onSelect &&
                    (() => {
                      // If the item opens a dialog, the dialog will return the focus to this button. It cannot return it to the
                      // item, which no longer exists by then.
                      anchor.current?.focus();
                      onSelect();
                    })
                  }
                  render={to === undefined ? undefined : <Link to={to} />}
                >
                  {icon && <Icon name={icon} />}
                  {checked !== undefined && <Icon name="check" className={checked ? undefined : 'opacity-0'} />}
                  {text}
                </Base.Item>
              ))}
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  );
}
