import { type ReactNode, useRef, useState } from 'react';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import type { LinkLike } from '#client/ui/link.tsx';
import type { MenuItem } from './menu-items.ts';

const Popup = lazyPart(() => import('./menu.tsx').then((file) => file.MenuPopup));

/** A button that opens a menu; the menu's code is fetched when a pointer or the focus comes near. */
export function MenuButton({
  label,
  isNamed,
  items,
  className,
  link,
  children,
}: {
  label: string;
  /** Its content names it already, and begins as `label` does. */
  isNamed?: boolean;
  items: MenuItem[];
  className?: string;
  link?: LinkLike;
  children: ReactNode;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [openings, setOpenings] = useState(0);
  const [byKey, setByKey] = useState(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={isNamed ? undefined : label}
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={Popup.preload}
        onFocus={Popup.preload}
        onClick={(event) => {
          // A click without a pointer counts no presses.
          setByKey(event.detail === 0);
          if (!open) setOpenings(openings + 1);
          setOpen(!open);
        }}
      >
        {children}
      </button>
      {openings > 0 && (
        <Popup
          key={openings}
          open={open}
          onOpenChange={setOpen}
          anchor={button}
          label={label}
          items={items}
          toFirst={byKey}
          link={link}
        />
      )}
    </>
  );
}
