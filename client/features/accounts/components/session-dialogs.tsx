// The login and sign-up dialogs, loaded on demand because they pull in forms and Base UI.
import type { SessionExpiry } from '#client/kit/session.tsx';
import { ExpiredDialog } from './expired-dialog.tsx';
import { SignUpDialog } from './sign-up-dialog.tsx';

export function SessionDialogs({ lapse, onClose }: { lapse: SessionExpiry | null; onClose: () => void }) {
  return lapse ? <ExpiredDialog lapse={lapse} /> : <SignUpDialog onClose={onClose} />;
}
