import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import type { LinkLike } from './link.tsx';
import type { MenuItem } from './menu-items.ts';

const load = () => import('./menu.tsx');
const LazyPopup = lazy(() => load().then((file) => ({ default: file.MenuPopup })));

/** A button that opens a menu; the menu's code is fetched when a pointer or the focus comes near. */
export function MenuButton({
  label,
  items,
  className,
  link,
  children,
}: {
  label: string;
  items: MenuItem[];
  className?: string;
  link?: LinkLike;
  children: ReactNode;
}) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={load}
        onFocus={load}
        onClick={() => {
          setAsked(true);
          setOpen(!open);
        }}
      >
        {children}
      </button>
      {asked && (
        <Suspense>
          <LazyPopup open={open} onOpenChange={setOpen} anchor={button} label={label} items={items} link={link} />
        </Suspense>
      )}
    </>
  );
}
