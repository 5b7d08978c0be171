import { useEffect } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { PageSpec } from '../../kit/page.ts';
import { useAuth } from '../../kit/session.tsx';
import { Button } from '../../ui/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Panel } from '../../ui/panel.tsx';
import { returnPath, startPage } from './after-sign-in.ts';
import { SignInForm } from './parts/sign-in-form.tsx';
import { useSignIn } from './use-sign-in.ts';

export const page: PageSpec = {
  head: ({ services }) => ({ title: `Login - ${services.site.siteName}`, canonical: '/login' }),
};

/** Leads on; the link is for browsers without scripts, which get this page from the server. */
const GoOn = ({ to }: { to: string }) => {
  const navigate = useNavigate();
  useEffect(() => {
    void navigate(to, { replace: true });
  }, [navigate, to]);
  return (
    <div className="wrap py-11 md:py-21">
      <PageTitle>You are signed in</PageTitle>
      <Link to={to} className="link mt-4 inline-block">
        Go on
      </Link>
    </div>
  );
};

export default function LoginPage() {
  const { session } = useAuth();
  const [query] = useSearchParams();
  const signIn = useSignIn();
  if (session.state === 'signed-in') {
    const start = startPage(session.user.role);
    // The return address counts only for a sign-in made on this page: a live session cannot loop through it (ID-3).
    return <GoOn to={signIn.isBusy ? (returnPath(query.get('next')) ?? start) : start} />;
  }
  return (
    <div className="wrap grid justify-center py-11 md:py-21">
      <div className="w-full sm:w-115">
        <PageTitle className="mb-6">Login</PageTitle>
        <Panel className="sm:p-7">
          <noscript>
            <p className="mb-4 text-muted">Signing in needs scripts in your browser.</p>
          </noscript>
          <SignInForm {...signIn} />
          <p className="mt-4 text-sm">
            <Link to="/forgot-password" className="link">
              Forgot password?
            </Link>
          </p>
          <div className="mt-5 flex flex-col gap-2.5 border-t border-line pt-5">
            {['Google', 'Discord'].map((provider) => (
              <Button key={provider} block disabled aria-describedby="providers">
                Continue with {provider}
              </Button>
            ))}
            <p id="providers" className="text-center text-sm text-muted">
              Google and Discord are not set up on this site.
            </p>
          </div>
        </Panel>
      </div>
    </div>
  );
}
