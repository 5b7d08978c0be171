import { useCallback, useEffect } from 'react';
import { Link } from 'react-router';
import { whoAmI } from '#client/features/accounts/api.ts';
import { useAppContext } from '#client/kit/data/app-context.ts';
import { type SessionExpiry, useAuth } from '#client/kit/session.tsx';
import { Dialog } from '#client/ui/overlay/dialog.tsx';
import { showToast } from '#client/ui/overlay/toast-queue.ts';
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx';
import type { Account } from '#contract/accounts/api.ts';
import { ProviderLinks } from './provider-links.tsx';
import { SignInSteps } from './sign-in-steps.tsx';

/**
 * Opens over a page whose session has expired. Nothing on the page is lost, and the interrupted action runs after the user has
 * logged in. Provider logins open in a new tab; when the user returns to this tab, the dialog checks whether they are logged in.
 */
export function ExpiredDialog({ lapse }: { lapse: SessionExpiry }) {
  const { transport } = useAppContext();
  const { enter } = useAuth();
  const finish = useCallback(
    (user: Account): void => {
      if (user.id !== lapse.user.id) {
        showToast({ tone: 'info', text: `You are now logged in as ${user.username}. Your action was not completed.` });
      }
      lapse.finish(user);
    },
    [lapse],
  );

  // Check whenever the user returns to this tab, because a login in another tab often stores the same user again, which triggers
  // no storage event.
  useEffect(() => {
    let isOver = false;
    const look = async (): Promise<void> => {
      const user = await whoAmI(transport, {}).catch(() => null);
      if (!user || isOver) return;
      isOver = true;
      finish(enter(user));
    };
    const onEvent = (): void => void look();
    window.addEventListener('focus', onEvent);
    window.addEventListener('storage', onEvent);
    return () => {
      isOver = true;
      window.removeEventListener('focus', onEvent);
      window.removeEventListener('storage', onEvent);
    };
  }, [transport, enter, finish]);

  return (
    <Dialog
      open
      onOpenChange={() => lapse.finish(null)}
      title="Log in again"
      description="Your session has expired. Nothing you typed has been lost."
    >
      <SignInSteps email={lapse.user.email} onDone={finish}>
        <p className="mt-4 text-sm">
          <Link to="/forgot-password" target="_blank" rel="noopener" className="link">
            Forgot password? <VisuallyHidden>(opens in a new tab)</VisuallyHidden>
          </Link>
        </p>
        <div className="mt-5 border-t border-line pt-5">
          <ProviderLinks inFull inNewTab className="grid gap-2.5" />
        </div>
      </SignInSteps>
    </Dialog>
  );
}
