// The two dialogs about who one is: fetched when the first of them is wanted, because they bring forms and Base UI.
import type { SessionExpiry } from '#client/kit/session.tsx';
import { ExpiredDialog } from './expired-dialog.tsx';
import { SignUpDialog } from './sign-up-dialog.tsx';

export function SessionDialogs({ lapse, onClose }: { lapse: SessionExpiry | null; onClose: () => void }) {
  return lapse ? <ExpiredDialog lapse={lapse} /> : <SignUpDialog onClose={onClose} />;
}
