// Opens account dialogs on top of any page: sign-up at #register, and login after a session has expired.
import { useEffect, useRef } from 'react';
import { useLocation, useMatches, useNavigate, useRevalidator } from 'react-router';
import { useAppContext } from '../kit/data/app-context.ts';
import type { PageHandle } from '../kit/data/page.ts';
import { reload } from '../kit/data/query.ts';
import { type Session, useAuth } from '../kit/session.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { SIGN_UP_HASH } from './sign-up-button.tsx';

const Dialogs = lazyPart(
  () => import('#client/features/accounts/components/session-dialogs.tsx').then((file) => file.SessionDialogs),
  {
    leave: ({ lapse, onClose }) => (lapse ? lapse.finish(null) : onClose()),
  },
);

/** Loads the data of the logged-in user for a page whose HTML was the same for all of them. */
const usePersonalData = (state: Session['state']): void => {
  const context = useAppContext();
  const match = useMatches().at(-1);
  const isMissing = useRef(state === 'loading');
  useEffect(() => {
    if (!isMissing.current || state !== 'signed-in') return;
    isMissing.current = false;
    const params = match?.params as Record<string, string>;
    const reads =
      (match?.handle as PageHandle | undefined)?.spec?.personal?.({ context, params, url: new URL(location.href) }) ??
      [];
    // If this fails, the page shows what everyone sees.
    for (const given of reads) reload(context, given).catch(() => null);
  }, [context, match, state]);
};

export function SessionOutlet() {
  const { session, lapse, changes } = useAuth();
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

  usePersonalData(session.state);

  return isWanted ? <Dialogs lapse={lapse} onClose={close} /> : null;
}
