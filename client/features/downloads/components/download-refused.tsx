import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import type { Failure } from '#client/kit/data/page.ts';
import { RefusalScreen } from '#client/kit/refusal-screen.tsx';

type Way = { title: string; back: { label: string; to: string } };

const wayOf = ({ status, code }: Failure, here: string): Way | null => {
  if (code === 'PREMIUM_SIGN_IN') {
    return { title: 'Login required', back: { label: 'Log in', to: `/login?next=${encodeURIComponent(here)}` } };
  }
  if (code === 'PREMIUM_REQUIRED') return { title: 'Premium resource', back: { label: 'See plans', to: '/premium' } };
  return status === 400
    ? { title: "This link doesn't work", back: { label: 'Browse assets', to: '/resources' } }
    : null;
};

/**
 * Error page for a refused download, which suggests what to do next. Renders `fallback` for errors that are not about downloads.
 */
export function DownloadRefused({ failure, fallback }: { failure: Failure; fallback: ReactNode }) {
  const { pathname, search } = useLocation();
  const way = wayOf(failure, pathname + search);
  if (!way) return fallback;
  const message = failure.code === 'BAD_INPUT' ? "It doesn't point to a download." : failure.message;
  return <RefusalScreen {...way} message={message} />;
}
