import { useRef, useState } from 'react';
import { useAuth } from '#client/kit/session.tsx';
import { Button } from '#client/ui/forms/button.tsx';
import { Dialog } from '#client/ui/overlay/dialog.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { EditProfileForm } from './edit-profile-form.tsx';

/**
 * The Edit Profile dialog (specification, section 2), with its fields in the order of the member or leaker dashboard. Load this
 * file on demand, because it imports forms, Base UI and the cropper.
 */
export function EditProfileDialog({
  variant,
  open,
  onOpenChange,
}: {
  variant: 'member' | 'leaker';
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const { session, lapse } = useAuth();
  const first = useRef<HTMLInputElement>(null);
  // Whether closing would lose changes in the form.
  const isChanged = useRef(false);
  const [isAsking, setAsking] = useState(false);
  const close = () => {
    setAsking(false);
    onOpenChange(false);
  };
  // The login dialog opens on top of this one; clicking in it must not close this one.
  const change = (next: boolean) => {
    if (next) return onOpenChange(true);
    if (lapse) return;
    if (isChanged.current) return setAsking(true);
    close();
  };
  // On touch devices, focusing a field would open a keyboard that covers half the dialog.
  const hasKeyboard = !window.matchMedia('(pointer: coarse)').matches;
  return (
    <Dialog open={open} onOpenChange={change} title="Edit Profile" initialFocus={hasKeyboard ? first : undefined}>
      {session.user && (
        <EditProfileForm
          variant={variant}
          user={session.user}
          first={first}
          onClose={close}
          onChanged={(changed) => {
            isChanged.current = changed;
          }}
        />
      )}
      {isAsking && (
        <Message
          tone="info"
          className="mt-4"
          action={
            <div className="flex flex-wrap gap-2">
              <Button size="sm" autoFocus onClick={() => setAsking(false)}>
                Keep editing
              </Button>
              <Button size="sm" variant="danger" onClick={close}>
                Discard
              </Button>
            </div>
          }
        >
          Discard your changes?
        </Message>
      )}
    </Dialog>
  );
}
