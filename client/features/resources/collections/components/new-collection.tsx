import { useState } from 'react';
import { buttonClass } from '#client/ui/forms/button.tsx';
import { Icon } from '#client/ui/icon.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';

const LazyDialog = lazyPart(() => import('./new-collection-dialog.tsx').then((file) => file.NewCollectionDialog), {
  leave: ({ onOpenChange }) => onOpenChange(false),
});

export function NewCollection({ username }: { username: string }) {
  const [open, setOpen] = useState(false);
  const [openings, setOpenings] = useState(0);
  return (
    <>
      <button
        type="button"
        className={buttonClass()}
        aria-haspopup="dialog"
        onClick={() => {
          setOpenings(openings + 1);
          setOpen(true);
        }}
      >
        <Icon name="plus" />
        New collection
      </button>
      {openings > 0 && <LazyDialog key={openings} username={username} open={open} onOpenChange={setOpen} />}
    </>
  );
}
