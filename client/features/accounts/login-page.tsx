import { useEffect, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { AccountCard } from '#client/features/accounts/components/account-card.tsx';
import { ProviderLinks } from '#client/features/accounts/components/provider-links.tsx';
import { SignInSteps } from '#client/features/accounts/components/sign-in-steps.tsx';
import type { PageSpec } from '#client/kit/data/page.ts';
import { Button } from '#client/ui/forms/button.tsx';
import { Message } from '#client/ui/overlay/message.tsx';
import { returnPath, startPage } from '#contract/accounts/after-sign-in.ts';
import { useAuth } from '../../kit/session.tsx';
import { useLogout } from '../../kit/use-logout.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { returnedFailure } from './labels.ts';

export const page: PageSpec = {
  head: ({ context }) => ({ title: `Login - ${context.site.siteName}`, canonical: null }),
};

/**
 * Hash that opens the sign-up dialog over this page. If the location state has the same value, closing the dialog goes back in
 * the history.
 */
const SIGN_UP_HASH = '#register';

/** Redirects the browser. The link is for browsers without scripts, which get this page from the server. */
const GoOn = ({ to }: { to: string }) => {
  const navigate = useNavigate();
  useEffect(() => {
    void navigate(to, { replace: true });
  }, [navigate, to]);
  return (
    <div className="wrap py-11 md:py-21">
      <PageTitle>You are logged in</PageTitle>
      <Link to={to} className="link mt-4 inline-block">
        Continue
      </Link>
    </div>
  );
};

/** Warns that logging out failed. On a shared computer, the next person could otherwise use the account unnoticed. */
const LogoutFailed = () => {
  const logout = useLogout();
  const [isBusy, setBusy] = useState(false);
  const again = async (): Promise<void> => {
    setBusy(true);
    await logout();
    setBusy(false);
  };
  return (
    <Message
      tone="error"
      className="mb-4"
      action={
        <Button size="sm" busy={isBusy} onClick={again}>
          Try again
        </Button>
      }
    >
      Failed to log out. You may still be logged in on this device.
    </Message>
  );
};

export default function LoginPage() {
  const { session } = useAuth();
  const { hash, search } = useLocation();
  const [query] = useSearchParams();
  const [isTried, setTried] = useState(false);
  const next = returnPath(query.get('next'));
  // The sign-up dialog over this page redirects on its own when it is done.
  if (session.state === 'signed-in' && hash !== SIGN_UP_HASH) {
    const start = startPage(session.user.role);
    // `next` applies only after a login on this page; otherwise an existing session could cause a redirect loop (ID-3).
    return <GoOn to={isTried ? (next ?? start) : start} />;
  }
  return (
    <AccountCard title="Login">
      <noscript>
        <p className="mb-4 text-muted">Logging in requires JavaScript.</p>
      </noscript>
      {query.get('reset') === 'done' && (
        <Message tone="success" className="mb-4">
          Your new password is set. You can log in with it now.
        </Message>
      )}
      {query.get('logout') === 'failed' && <LogoutFailed />}
      {next && <p className="mb-4">Log in to continue.</p>}
      <SignInSteps
        startsWithCode={query.get('step') === 'two-factor'}
        notice={returnedFailure(query.get('error'), query.get('provider'))}
        onTry={() => setTried(true)}
      >
        <p className="mt-4 text-sm">
          <Link to="/forgot-password" className="link">
            Forgot password?
          </Link>
        </p>
        <div className="mt-5 border-t border-line pt-5">
          <ProviderLinks inFull next={next ?? undefined} className="grid gap-2.5" />
        </div>
        <p className="mt-5 text-sm">
          New here? {/* Keep the query, so that signing up redirects to the same page as logging in. */}
          <Link to={{ search, hash: SIGN_UP_HASH }} state={SIGN_UP_HASH} preventScrollReset className="link">
            Create an account
          </Link>
        </p>
      </SignInSteps>
    </AccountCard>
  );
}
