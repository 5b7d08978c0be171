// A page whose load was refused: which screen, which words, which way back.
import { Link, useLocation } from 'react-router';
import { resourcePath } from '#contract/paths.ts';
import type { Failure } from '../kit/page.ts';
import { buttonClass } from '../ui/button.tsx';
import { ErrorState } from '../ui/error-state.tsx';

type Screen = { title: string; message: string; back: { label: string; to: string } };

const DIRECT = /^\/direct-download\/([0-9a-f-]{36})\/?$/;

const browse = { label: 'Browse assets', to: '/resources' };

/** Words of the specification, sections 2 and 8, by the failure's code. */
export const screenOf = ({ code, message }: Pick<Failure, 'code' | 'message'>, pathname: string): Screen => {
  if (code === 'RESOURCE_NOT_FOUND') {
    return pathname.startsWith('/elements/')
      ? {
          title: 'Resource not found',
          message: 'There is no starter element at this address.',
          back: { label: 'All elements', to: '/elements' },
        }
      : {
          title: 'Resource Not Found',
          message: 'It may have been removed, or the address is not right.',
          back: browse,
        };
  }
  if (code === 'NOT_FOUND') return { title: 'Page Not Found', message, back: browse };
  if (code === 'PROFILE_NOT_FOUND') {
    return {
      title: 'Profile Not Found',
      message: "The profile you're looking for doesn't exist or has been removed.",
      back: browse,
    };
  }
  const id = DIRECT.exec(pathname)?.[1];
  if (id === undefined) return { title: 'Error', message, back: browse };
  const asset = resourcePath(id);
  if (code === 'PREMIUM_SIGN_IN')
    return { title: 'Login required', message, back: { label: 'Log in', to: `/login?next=${asset}` } };
  if (code === 'PREMIUM_REQUIRED')
    return { title: 'Premium resource', message, back: { label: 'See plans', to: '/premium' } };
  return { title: 'Error', message, back: { label: 'Back to the asset', to: asset } };
};

export const FailureScreen = ({ failure }: { failure: Failure }) => {
  const { pathname } = useLocation();
  const { title, message, back } = screenOf(failure, pathname);
  return (
    <div className="wrap py-11 md:py-21">
      <ErrorState
        title={title}
        heading="h1"
        actions={
          <Link to={back.to} className={buttonClass({ variant: 'solid' })}>
            {back.label}
          </Link>
        }
      >
        {message}
      </ErrorState>
    </div>
  );
};
