import { useRef } from 'react';
import { useAuth } from '#client/kit/session.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { EditProfileForm } from './edit-profile-form.tsx';

/**
 * The dialog Edit Profile (specification, section 2), in the order of the member's or of the leaker's dashboard. Load
 * this file on demand: it brings forms, Base UI and the crop.
 */
export const EditProfileDialog = ({
  variant,
  open,
  onOpenChange,
}: {
  variant: 'member' | 'leaker';
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) => {
  const { session, lapse } = useAuth();
  const first = useRef<HTMLInputElement>(null);
  // Logging in again happens in a window above this one: a press there is no press beside it.
  const change = (next: boolean) => {
    if (next || !lapse) onOpenChange(next);
  };
  // Where fingers type, the focus in a field would bring up the keyboard over half the dialog.
  const hasKeyboard = !window.matchMedia('(pointer: coarse)').matches;
  return (
    <Dialog open={open} onOpenChange={change} title="Edit Profile" initialFocus={hasKeyboard ? first : undefined}>
      {session.user && (
        <EditProfileForm variant={variant} user={session.user} first={first} onClose={() => onOpenChange(false)} />
      )}
    </Dialog>
  );
};
