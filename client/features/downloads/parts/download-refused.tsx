import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import type { Failure } from '#client/kit/page.ts';
import { buttonClass } from '#client/ui/button.tsx';
import { ErrorState } from '#client/ui/error-state.tsx';

type Way = { title: string; label: string; to: string };

const wayOf = ({ status, code }: Failure, here: string): Way | null => {
  if (code === 'PREMIUM_SIGN_IN') {
    return { title: 'Login required', label: 'Log in', to: `/login?next=${encodeURIComponent(here)}` };
  }
  if (code === 'PREMIUM_REQUIRED') return { title: 'Premium resource', label: 'See plans', to: '/premium' };
  return status === 400 ? { title: 'This link cannot be used', label: 'Browse assets', to: '/resources' } : null;
};

/** The screen of a download that is refused, with the way to have it; `fallback` for what is not about downloads. */
export const DownloadRefused = ({ failure, fallback }: { failure: Failure; fallback: ReactNode }) => {
  const { pathname, search } = useLocation();
  const way = wayOf(failure, pathname + search);
  if (!way) return fallback;
  return (
    <div className="wrap py-11 md:py-21">
      <ErrorState
        heading="h1"
        title={way.title}
        actions={
          <Link to={way.to} className={buttonClass({ variant: 'solid' })}>
            {way.label}
          </Link>
        }
      >
        {failure.code === 'BAD_INPUT' ? 'It does not say what to download.' : failure.message}
      </ErrorState>
    </div>
  );
};
