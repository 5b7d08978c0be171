import { useState } from 'react';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';

const LazyPicker = lazyPart(() => import('./collection-picker.tsx').then((file) => file.CollectionPicker), {
  leave: ({ onOpenChange }) => onOpenChange(false),
});

/** Opens the dialog for adding a resource to collections. Its code is loaded when the user is about to open it. */
export function AddToCollection({ id, className }: { id: string; className?: string }) {
  const [open, setOpen] = useState(false);
  const [openings, setOpenings] = useState(0);
  return (
    <>
      <button
        type="button"
        className={buttonClass({ className })}
        aria-haspopup="dialog"
        onPointerEnter={LazyPicker.preload}
        onClick={() => {
          setOpenings(openings + 1);
          setOpen(true);
        }}
      >
        <Icon name="plus" />
        Add to collection
      </button>
      {openings > 0 && <LazyPicker key={openings} resourceId={id} open={open} onOpenChange={setOpen} />}
    </>
  );
}
