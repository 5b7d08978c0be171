// Where the dialogs about who one is open over any page: signing up at #register, logging in again when a session ends.
import { useEffect } from 'react';
import { useLocation, useNavigate, useRevalidator } from 'react-router';
import { useAuth } from '../kit/session.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { SIGN_UP_HASH } from './sign-up-button.tsx';

const Dialogs = lazyPart(
  () => import('#client/features/accounts/components/session-dialogs.tsx').then((file) => file.SessionDialogs),
  {
    leave: ({ lapse, onClose }) => (lapse ? lapse.finish(null) : onClose()),
  },
);

export function SessionOutlet() {
  const { lapse, changes } = useAuth();
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const isWanted = lapse !== null || hash === SIGN_UP_HASH;

  const close = (): void => {
    // Back to where the button was pressed; an address that was opened with the dialog has nothing behind it.
    if (state === SIGN_UP_HASH) void navigate(-1);
    else void navigate(pathname + search, { replace: true, preventScrollReset: true });
  };

  // Somebody else is signed in now, or nobody: the open page asks its guard and its data again.
  useEffect(() => {
    if (changes > 0) void revalidate();
  }, [changes, revalidate]);

  return isWanted ? <Dialogs lapse={lapse} onClose={close} /> : null;
}
