// The login and sign-up dialogs, loaded on demand because they pull in forms and Base UI.
import { type SessionExpiry, useAuth } from '#client/kit/session.tsx';
import { ExpiredDialog } from './expired-dialog.tsx';
import { SignUpDialog } from './sign-up-dialog.tsx';

export function SessionDialogs({ lapse, onClose }: { lapse: SessionExpiry | null; onClose: () => void }) {
  const { session } = useAuth();
  if (lapse) return <ExpiredDialog lapse={lapse} />;
  // Someone who turns out to be logged in needs no account.
  return session.state === 'loading' ? null : <SignUpDialog onClose={onClose} />;
}
