// Opens account dialogs on top of any page: sign-up at #register, and login after a session has expired.
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
    // If a button opened the dialog, go back to the previous history entry. If the page was loaded with the dialog already open,
    // there is no such entry.
    if (state === SIGN_UP_HASH) void navigate(-1);
    else void navigate(pathname + search, { replace: true, preventScrollReset: true });
  };

  // The user has changed, so the open page runs its guard again and reloads its data.
  useEffect(() => {
    if (changes > 0) void revalidate();
  }, [changes, revalidate]);

  return isWanted ? <Dialogs lapse={lapse} onClose={close} /> : null;
}
