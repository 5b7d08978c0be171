import { CSPProvider } from '@base-ui/react/csp-provider';
import { Menu as Base } from '@base-ui/react/menu';
import { type RefObject, useRef } from 'react';
import { classNames } from '#client/ui/class-names.ts';
import { Icon } from '#client/ui/icon.tsx';
import { type LinkLike, PlainLink } from '#client/ui/link.tsx';
import type { MenuItem } from './menu-items.ts';
import './floating.css';

/** The open menu under `anchor`. Brings Base UI: use `MenuButton`, which loads this file when it is needed. */
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
  /** True when a key opened it: the first item takes the focus then, or the choice that holds. */
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
          // A press on the button is the button's own affair; closing here too would let it open the menu again.
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
                // The browser goes on from the button, as if the menu had not been open.
                event.preventBaseUIHandler();
                left.current = true;
                anchor.current?.focus();
                onOpenChange(false);
              }}
              onFocus={({ target, currentTarget }) => {
                // Once: a pointer that leaves an item gives the focus back to the popup, and it stays there.
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
                      // A window that it opens gives the focus back to what had it: not to an item that is gone by then.
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
