import { type ReactNode, useRef, useState } from 'react';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import type { LinkLike } from '#client/ui/link.tsx';
import type { MenuItem } from './menu-items.ts';

const Popup = lazyPart(() => import('./menu.tsx').then((file) => file.MenuPopup));

/** A button that opens a menu. The menu's code is loaded on hover or focus. */
export function MenuButton({
  label,
  isNamed,
  items,
  className,
  link,
  children,
}: {
  label: string;
  /** Set this if the content already serves as the accessible name and starts with `label`. */
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
          // `detail` is 0 if the click came from the keyboard.
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
