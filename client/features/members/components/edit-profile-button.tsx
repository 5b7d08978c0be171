import { useState } from 'react';
import { Button } from '#client/ui/forms/button.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';

const LazyDialog = lazyPart(() => import('./edit-profile-dialog.tsx').then((file) => file.EditProfileDialog), {
  leave: ({ onOpenChange }) => onOpenChange(false),
});

/** Opens the Edit Profile dialog, whose code is loaded on hover or focus. */
export function EditProfileButton({ variant }: { variant: 'member' | 'leaker' }) {
  const [open, setOpen] = useState(false);
  const [openings, setOpenings] = useState(0);
  const press = () => {
    setOpenings(openings + 1);
    setOpen(true);
  };
  return (
    <>
      <Button
        variant="solid"
        aria-haspopup="dialog"
        onPointerEnter={LazyDialog.preload}
        onFocus={LazyDialog.preload}
        onClick={press}
      >
        Edit Profile
      </Button>
      {openings > 0 && <LazyDialog key={openings} variant={variant} open={open} onOpenChange={setOpen} />}
    </>
  );
}
